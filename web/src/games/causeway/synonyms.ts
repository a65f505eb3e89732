/** Words by which people look for something in the rules of Causeway, in every language. */

const synonyms: readonly (readonly string[])[] = [
  ["tile", "plättchen", "tegel", "stein"],
  ["card", "karte", "kaart", "hand"],
  ["gap", "hole", "water", "lücke", "loch", "wasser", "gat"],
  ["bridge", "brücke", "brug"],
  ["figure", "pawn", "meeple", "figur", "figuur", "pion"],
  ["mainland", "festland", "vasteland", "home", "heim", "thuis"],
  ["price", "toll", "cost", "pay", "preis", "zahl", "kost", "prijs", "betaal", "tol"],
  ["buy", "trade", "kauf", "tausch", "koop", "ruil"],
  ["chain", "occupied", "taken", "kette", "besetzt", "reeks", "bezet"],
  ["pass", "stuck", "passen"],
  ["draw", "nachzieh", "trek"],
  ["crown", "krone", "kroon"],
  ["flag", "flagge", "vlag"],
  ["statue", "beeld"],
  ["olive", "olijf"],
  ["amphora", "vase", "amphore", "amfora"],
  ["helmet", "helm"],
];
export default synonyms;
