"""The package of the modules about URLs; there is urllib.parse."""
