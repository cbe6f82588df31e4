"""The page of a match, opened in a browser where there is one."""
