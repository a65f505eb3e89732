"""The command `atlantis`: `main.py` is the program, and each verb has a file of its own."""
