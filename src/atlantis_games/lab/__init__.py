"""Both games for research: batches of games, and environments for PettingZoo, Gymnasium, OpenSpiel.

`atlantis_games.lab.vector.Batch` needs nothing but the package. The adapters are the extra
`atlantis-games[lab]`, each in a module of its own that imports its library.
"""
