"""What the games share: positions, matches, dealing, and how kernels are compiled."""
