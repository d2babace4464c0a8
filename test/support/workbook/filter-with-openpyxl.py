"""Filters a list as Excel saves it: python3 filter-with-openpyxl.py <file> <sheet> <column title> <value>."""
import sys

import openpyxl
from openpyxl.utils import range_boundaries

file, sheet, title, wanted = sys.argv[1:]
workbook = openpyxl.load_workbook(file)
cells = workbook[sheet]
left, head, right, bottom = range_boundaries(cells.auto_filter.ref)
column = next(at for at in range(left, right + 1) if cells.cell(head, at).value == title)
cells.auto_filter.add_filter_column(column - left, [wanted])
for row in range(head + 1, bottom + 1):
    cells.row_dimensions[row].hidden = cells.cell(row, column).value != wanted
workbook.save(file)
