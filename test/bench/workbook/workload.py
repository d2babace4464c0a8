"""The bench's workload, value for value what workload.ts makes."""
import datetime
import json
import os

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "vocabulary.json"), encoding="utf-8") as file:
    WORDS = json.load(file)

EPOCH = datetime.date(1970, 1, 1).toordinal()
MONDAY = 20780
DAYS = {day: datetime.date.fromordinal(EPOCH + day) for day in range(MONDAY - 40, MONDAY + 20)}


def columns(sheet):
    return WORDS["taskColumns"] if sheet == "Tasks" else WORDS["shiftColumns"]


def pick(words, number):
    return words[number % len(words)]


def task_id(number):
    return f"T-{number:06d}"


def task_name(number):
    return f"{pick(WORDS['verbs'], number)} {pick(WORDS['things'], number)}, level {number % 37}, zone {number % 101}"


def first_day(number):
    return MONDAY + number % 6


def last_day(number):
    return min(first_day(number) + number % 4, MONDAY + 6)


def people(number):
    return 1 + number % 12


def status_of(number):
    return number // 3 % 5


def predecessor(number):
    return "" if number == 0 else f"{task_id(number - 1)} FS+{number % 3}"


def task_cells(number):
    w = WORDS
    return [
        (task_id(number), "text"),
        (task_name(number), "wrapped"),
        (f"1.{number % 9}.{number % 17}.{number}", "text"),
        (pick(w["folders"], number), "text"),
        (pick(w["locations"], number), "text"),
        (pick(w["subcontractors"], number), "text"),
        (pick(w["people"], number), "text"),
        (f"{pick(w['people'], number + 1)}, {pick(w['people'], number + 2)}", "text"),
        (pick(w["packages"], number), "text"),
        ("five-day", "text"),
        ("day", "text"),
        (pick(w["statuses"], status_of(number)), "text"),
        (number % 20 == 0, "flag"),
        (DAYS[first_day(number)], "date"),
        (DAYS[last_day(number)], "date"),
        (1 + number % 4, "whole"),
        (number % 101 / 100, "decimal"),
        (f"{pick(w['subcontractors'], number)} crew", "text"),
        (people(number), "whole"),
        (pick(w["plant"], number), "text"),
        (number % 3, "whole"),
        (pick(w["materials"], number), "text"),
        (pick(w["units"], number), "text"),
        (number % 1000 / 8, "decimal"),
        (number % 800 / 8, "decimal"),
        (predecessor(number), "text"),
        (f"{task_id(number + 1)} FS", "text"),
        (number % 5 - 2, "whole"),
        (DAYS[MONDAY - number % 30], "date"),
        (pick(w["notes"], number), "wrapped"),
    ]


def shift_cells(number):
    w = WORDS
    status = status_of(number)
    first, last = first_day(number), last_day(number)
    cells = [
        (task_id(number), "text"),
        (task_name(number), "wrapped"),
        (pick(w["folders"], number), "text"),
        (pick(w["locations"], number), "text"),
        (pick(w["subcontractors"], number), "text"),
        (pick(w["people"], number), "text"),
        (DAYS[first], "date"),
        (DAYS[last], "date"),
        (pick(w["statuses"], status), "text"),
        ("no" if number % 7 == 0 else "yes", "text"),
    ]
    bar = (f"{pick(w['letters'], status)} {people(number)}", f"bar{status}")
    for day in range(MONDAY, MONDAY + 7):
        if first <= day <= last:
            cells.append(bar)
        else:
            cells.append((None, "weekend" if day >= MONDAY + 5 else "empty"))
    cells.append((f"{people(number)} × {pick(w['subcontractors'], number)}; {pick(w['plant'], number)}", "text"))
    cells.append((predecessor(number), "text"))
    cells.append((pick(w["notes"], number), "wrapped"))
    cells.append((None, "empty"))
    return cells


def rows(sheet, tasks):
    yield [("Tasks" if sheet == "Tasks" else "Day shift, 23 to 29 November 2026", "title")]
    yield [(column, "heading") for column in columns(sheet)]
    cells_of = task_cells if sheet == "Tasks" else shift_cells
    for number in range(tasks):
        yield cells_of(number)
