"""The steps, one file each: ``0001_games.py`` is revision 0001; each comes after the one numbered before it."""
