"""write-openpyxl.py <tasks> <file>: the bench's workload with openpyxl, in write-only mode."""
import sys

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side

import workload


def main(tasks, path):
    book = Workbook(write_only=True)
    side = Side(style="hair", color="FF7F7F7F")
    border = Border(top=side, right=side, bottom=side, left=side)
    font = Font(name="Calibri", size=10)
    top = Alignment(vertical="top")
    center = Alignment(horizontal="center")

    def solid(color):
        return PatternFill("solid", fgColor=color)

    styles = {
        "title": {"font": Font(name="Calibri", size=16, bold=True)},
        "heading": {"font": Font(name="Calibri", size=10, bold=True, color="FFFFFFFF"), "fill": solid("FF1F2D3D"),
                    "border": border, "alignment": Alignment("center", "center", wrap_text=True)},
        "text": {"font": font, "border": border, "alignment": top},
        "wrapped": {"font": font, "border": border, "alignment": Alignment(vertical="top", wrap_text=True)},
        "date": {"font": font, "border": border, "alignment": top, "number_format": "ddd d mmm"},
        "whole": {"font": font, "border": border, "alignment": top, "number_format": "0"},
        "decimal": {"font": font, "border": border, "alignment": top, "number_format": "0.##"},
        "flag": {"font": font, "border": border, "alignment": center},
        "empty": {"font": font, "border": border},
        "weekend": {"font": font, "border": border, "fill": solid("FFF2F2F2")},
    }
    for index, color in enumerate(workload.WORDS["barColors"]):
        styles[f"bar{index}"] = {"font": Font(name="Calibri", size=10, bold=True), "fill": solid(color),
                                 "border": border, "alignment": center}
    # Named styles, so that each is looked up once and not for every cell.
    for name, style in styles.items():
        book.add_named_style(NamedStyle(name=name, **style))

    for name in ("Tasks", "Day"):
        sheet = book.create_sheet(name)
        columns = workload.columns(name)
        for index in range(len(columns)):
            letter = chr(65 + index) if index < 26 else "A" + chr(65 + index - 26)
            sheet.column_dimensions[letter].width = 14
        sheet.freeze_panes = "C3"
        sheet.page_setup.orientation = "landscape"
        sheet.page_setup.paperSize = 8
        sheet.sheet_properties.pageSetUpPr.fitToPage = True
        sheet.page_setup.fitToHeight = 0
        sheet.print_title_rows = "1:2"
        sheet.oddFooter.left.text = "Bench"
        # One cell of each style is made and its format taken over: the way openpyxl's users make this fast.
        made = {}
        for style in styles:
            cell = WriteOnlyCell(sheet)
            cell.style = style
            made[style] = cell._style
        for cells in workload.rows(name, tasks):
            row = []
            for value, style in cells:
                cell = WriteOnlyCell(sheet, value if value != "" else None)
                cell._style = made[style]
                row.append(cell)
            sheet.append(row)
    book.save(path)


main(int(sys.argv[1]), sys.argv[2])
