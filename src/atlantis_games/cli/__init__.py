"""The command `atlantis`."""
