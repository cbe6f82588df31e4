"""The replay page of a match, tested in a browser if there is one."""
