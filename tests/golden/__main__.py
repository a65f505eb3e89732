"""`make golden`."""

from golden import write_all

write_all()
