"""Prints the events of the calendar file on standard input as JSON."""
import datetime
import json
import sys

from icalendar import Calendar


def moment(value):
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return value.isoformat()


def event(component):
    if component.errors:
        raise ValueError(component.errors)
    return {
        "uid": str(component["UID"]),
        "sequence": int(component["SEQUENCE"]),
        "status": str(component["STATUS"]),
        "summary": str(component["SUMMARY"]),
        "description": str(component["DESCRIPTION"]),
        "location": str(component.get("LOCATION", "")),
        "start": moment(component["DTSTART"].dt),
        "end": moment(component["DTEND"].dt),
    }


calendar = Calendar.from_ical(sys.stdin.buffer.read())
json.dump([event(each) for each in calendar.walk("VEVENT")], sys.stdout)
