"""Prints a workbook's values as JSON: sheet -> address -> value. Dates are spreadsheet day numbers."""
import datetime
import json
import re
import sys
import warnings

import openpyxl
from openpyxl.utils.datetime import to_excel

warnings.filterwarnings("ignore", message=".*extension is not supported.*")


def plain(value):
    if isinstance(value, str):
        # openpyxl undoes the escape of an underscore in shared strings alone.
        return re.sub("_x005F_(?=x[0-9A-Fa-f]{4}_)", "_", value)
    return to_excel(value) if isinstance(value, (datetime.date, datetime.time)) else value


book = openpyxl.load_workbook(sys.argv[1], data_only=True)
json.dump(
    {
        sheet.title: {
            cell.coordinate: plain(cell.value) for row in sheet.iter_rows() for cell in row if cell.value is not None
        }
        for sheet in book
    },
    sys.stdout,
)
