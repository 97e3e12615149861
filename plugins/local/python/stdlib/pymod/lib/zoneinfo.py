"""Time zones of the IANA database."""

__all__ = ["ZoneInfo", "reset_tzpath", "available_timezones", "TZPATH", "ZoneInfoNotFoundError", "InvalidTZPathWarning"]

TZPATH = ()


class ZoneInfoNotFoundError(KeyError):
    """Exception raised when a ZoneInfo key is not found."""


class InvalidTZPathWarning(RuntimeWarning):
    """Warning raised if an invalid path is specified in PYTHONTZPATH."""


ZoneInfoNotFoundError.__module__ = "zoneinfo._common"
InvalidTZPathWarning.__module__ = "zoneinfo._tzpath"


def available_timezones():
    """Returns a set containing all available time zones."""
    return _names()


def reset_tzpath(to=None):
    """There are no files to be searched: the path stays empty."""
