/** Words by which people look for something in the rules of Escape, in every language. */

const synonyms: readonly (readonly string[])[] = [
  ["kraken", "octopus", "squid", "krake", "oktopus", "tintenfisch", "inktvis"],
  ["sea monster", "monster", "serpent", "snake", "seeungeheuer", "ungeheuer", "seeschlange", "zeemonster", "zeeslang"],
  ["shark", "hai", "haai"],
  ["dolphin", "delfin", "dolfijn"],
  ["whirlpool", "vortex", "strudel", "draaikolk"],
  ["boat", "ship", "sail", "boot", "schiff", "vaar", "schip"],
  ["swim", "swimmer", "schwimm", "zwem"],
  ["drown", "lost", "die", "eaten", "ertrink", "verlor", "gefressen", "verdrink", "verloren"],
  ["saved", "safe", "rescue", "gerettet", "sicher", "rett", "gered", "veilig", "red"],
  ["coral", "gate", "koralle", "durchfahrt", "koraal", "doorgang"],
  ["sink", "flood", "versink", "versenk", "zink"],
  ["spinner", "dice", "wheel", "drehpfeil", "würfel", "draaischijf", "dobbelsteen"],
  ["piece", "hex", "island", "stück", "insel", "feld", "stuk", "eiland", "vak"],
  ["flatland", "beach", "sand", "flachland", "strand", "laagland"],
  ["hill", "forest", "hügel", "wald", "heuvel", "bos"],
  ["mountain", "volcano", "berg", "vulkan", "vulkaan"],
  ["people", "person", "meeple", "leute", "figur", "mensen"],
  ["hurricane", "storm", "wirbelsturm", "sturm", "orkaan"],
  ["ride", "rider", "reit", "rijd", "berijder"],
];
export default synonyms;
