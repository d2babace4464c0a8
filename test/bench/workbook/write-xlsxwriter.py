"""write-xlsxwriter.py <tasks> <file>: the bench's workload with XlsxWriter, in constant memory."""
import datetime
import sys

import xlsxwriter

import workload


def main(tasks, path):
    book = xlsxwriter.Workbook(path, {"constant_memory": True, "strings_to_urls": False})
    edge = {"border": 7, "border_color": "#7F7F7F"}
    font = {"font_name": "Calibri", "font_size": 10}
    styles = {
        "title": {"font_name": "Calibri", "font_size": 16, "bold": True},
        "heading": {**font, **edge, "bold": True, "font_color": "#FFFFFF", "bg_color": "#1F2D3D",
                    "align": "center", "valign": "vcenter", "text_wrap": True},
        "text": {**font, **edge, "valign": "top"},
        "wrapped": {**font, **edge, "valign": "top", "text_wrap": True},
        "date": {**font, **edge, "valign": "top", "num_format": "ddd d mmm"},
        "whole": {**font, **edge, "valign": "top", "num_format": "0"},
        "decimal": {**font, **edge, "valign": "top", "num_format": "0.##"},
        "flag": {**font, **edge, "align": "center"},
        "empty": {**font, **edge},
        "weekend": {**font, **edge, "bg_color": "#F2F2F2"},
    }
    for index, color in enumerate(workload.WORDS["barColors"]):
        styles[f"bar{index}"] = {**font, **edge, "bold": True, "bg_color": "#" + color[2:], "align": "center"}
    formats = {name: book.add_format(style) for name, style in styles.items()}

    for name in ("Tasks", "Day"):
        sheet = book.add_worksheet(name)
        columns = workload.columns(name)
        sheet.set_column(0, len(columns) - 1, 14)
        sheet.freeze_panes(2, 2)
        sheet.autofilter(1, 0, tasks + 1, len(columns) - 1)
        sheet.set_landscape()
        sheet.set_paper(8)
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(0, 1)
        sheet.set_footer("&LBench&RPage &P of &N")
        write_string, write_number = sheet.write_string, sheet.write_number
        write_blank, write_boolean, write_datetime = sheet.write_blank, sheet.write_boolean, sheet.write_datetime
        for row, cells in enumerate(workload.rows(name, tasks)):
            for column, (value, style) in enumerate(cells):
                cell_format = formats[style]
                kind = type(value)
                if kind is str and value:
                    write_string(row, column, value, cell_format)
                elif kind is int or kind is float:
                    write_number(row, column, value, cell_format)
                elif kind is datetime.date:
                    write_datetime(row, column, value, cell_format)
                elif kind is bool:
                    write_boolean(row, column, value, cell_format)
                else:
                    write_blank(row, column, None, cell_format)
    book.close()


main(int(sys.argv[1]), sys.argv[2])
