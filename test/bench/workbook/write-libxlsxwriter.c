/* write-libxlsxwriter <tasks> <file>: the bench's workload with libxlsxwriter, in constant memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xlsxwriter.h>

/* The words of vocabulary.json as arrays, with a macro for the length of each; written by compile-libxlsxwriter.ts. */
#include "vocabulary.h"

#define MONDAY 20780
#define EPOCH_SERIAL 25569
#define PICK(words, number) words[(number) % words##_count]

enum { TITLE, HEADING, TEXT, WRAPPED, DATE, WHOLE, DECIMAL, FLAG, EMPTY, WEEKEND, BAR, STYLES = BAR + 5 };

static lxw_format *formats[STYLES];
static lxw_worksheet *sheet;
static lxw_row_t row;
static lxw_col_t column;

static void text_as(int style, const char *value) {
    if (*value)
        worksheet_write_string(sheet, row, column++, value, formats[style]);
    else
        worksheet_write_blank(sheet, row, column++, formats[style]);
}

static void text(const char *value) { text_as(TEXT, value); }

static void number_as(int style, double value) {
    worksheet_write_number(sheet, row, column++, value, formats[style]);
}

static void day(long value) { number_as(DATE, (double)(value + EPOCH_SERIAL)); }

static long first_day(long n) { return MONDAY + n % 6; }

static long last_day(long n) {
    long last = first_day(n) + n % 4;
    return last < MONDAY + 6 ? last : MONDAY + 6;
}

static long people_of(long n) { return 1 + n % 12; }

static long status_of(long n) { return n / 3 % 5; }

static void task_id(char *into, long n) { sprintf(into, "T-%06ld", n); }

static void task_name(char *into, long n) {
    sprintf(into, "%s %s, level %ld, zone %ld", PICK(verbs, n), PICK(things, n), n % 37, n % 101);
}

static void predecessor(char *into, long n) {
    if (n == 0)
        *into = 0;
    else
        sprintf(into, "T-%06ld FS+%ld", n - 1, n % 3);
}

static void task_cells(long n) {
    char buffer[512];
    task_id(buffer, n), text(buffer);
    task_name(buffer, n), text_as(WRAPPED, buffer);
    sprintf(buffer, "1.%ld.%ld.%ld", n % 9, n % 17, n), text(buffer);
    text(PICK(folders, n));
    text(PICK(locations, n));
    text(PICK(subcontractors, n));
    text(PICK(people, n));
    sprintf(buffer, "%s, %s", PICK(people, n + 1), PICK(people, n + 2)), text(buffer);
    text(PICK(packages, n));
    text("five-day");
    text("day");
    text(PICK(statuses, status_of(n)));
    worksheet_write_boolean(sheet, row, column++, n % 20 == 0, formats[FLAG]);
    day(first_day(n));
    day(last_day(n));
    number_as(WHOLE, 1 + n % 4);
    number_as(DECIMAL, (n % 101) / 100.0);
    sprintf(buffer, "%s crew", PICK(subcontractors, n)), text(buffer);
    number_as(WHOLE, people_of(n));
    text(PICK(plant, n));
    number_as(WHOLE, n % 3);
    text(PICK(materials, n));
    text(PICK(units, n));
    number_as(DECIMAL, (n % 1000) / 8.0);
    number_as(DECIMAL, (n % 800) / 8.0);
    predecessor(buffer, n), text(buffer);
    sprintf(buffer, "T-%06ld FS", n + 1), text(buffer);
    number_as(WHOLE, n % 5 - 2);
    day(MONDAY - n % 30);
    text_as(WRAPPED, PICK(notes, n));
}

static void shift_cells(long n) {
    char buffer[512];
    long status = status_of(n);
    task_id(buffer, n), text(buffer);
    task_name(buffer, n), text_as(WRAPPED, buffer);
    text(PICK(folders, n));
    text(PICK(locations, n));
    text(PICK(subcontractors, n));
    text(PICK(people, n));
    day(first_day(n));
    day(last_day(n));
    text(PICK(statuses, status));
    text(n % 7 == 0 ? "no" : "yes");
    sprintf(buffer, "%s %ld", PICK(letters, status), people_of(n));
    for (long at = MONDAY; at < MONDAY + 7; at++) {
        if (at >= first_day(n) && at <= last_day(n))
            text_as(BAR + (int)status, buffer);
        else
            worksheet_write_blank(sheet, row, column++, formats[at >= MONDAY + 5 ? WEEKEND : EMPTY]);
    }
    sprintf(buffer, "%ld × %s; %s", people_of(n), PICK(subcontractors, n), PICK(plant, n)), text(buffer);
    predecessor(buffer, n), text(buffer);
    text_as(WRAPPED, PICK(notes, n));
    worksheet_write_blank(sheet, row, column++, formats[EMPTY]);
}

static void make_formats(lxw_workbook *book) {
    for (int style = 0; style < STYLES; style++) {
        lxw_format *format = formats[style] = workbook_add_format(book);
        format_set_font_name(format, "Calibri");
        format_set_font_size(format, style == TITLE ? 16 : 10);
        if (style == TITLE || style == HEADING || style >= BAR) format_set_bold(format);
        if (style == TITLE) continue;
        format_set_border(format, LXW_BORDER_HAIR);
        format_set_border_color(format, 0x7F7F7F);
        if (style >= TEXT && style <= DECIMAL) format_set_align(format, LXW_ALIGN_VERTICAL_TOP);
        if (style == WRAPPED || style == HEADING) format_set_text_wrap(format);
        if (style == FLAG || style == HEADING || style >= BAR) format_set_align(format, LXW_ALIGN_CENTER);
    }
    format_set_align(formats[HEADING], LXW_ALIGN_VERTICAL_CENTER);
    format_set_font_color(formats[HEADING], 0xFFFFFF);
    format_set_bg_color(formats[HEADING], 0x1F2D3D);
    format_set_num_format(formats[DATE], "ddd d mmm");
    format_set_num_format(formats[WHOLE], "0");
    format_set_num_format(formats[DECIMAL], "0.##");
    format_set_bg_color(formats[WEEKEND], 0xF2F2F2);
    for (int bar = 0; bar < 5; bar++)
        format_set_bg_color(formats[BAR + bar], (lxw_color_t)strtoul(barColors[bar] + 2, NULL, 16));
}

static void add_sheet(lxw_workbook *book, const char *name, const char *title, const char **columns, int count,
                      long tasks, void (*cells)(long)) {
    sheet = workbook_add_worksheet(book, name);
    worksheet_set_column(sheet, 0, (lxw_col_t)(count - 1), 14, NULL);
    worksheet_freeze_panes(sheet, 2, 2);
    worksheet_autofilter(sheet, 1, 0, (lxw_row_t)(tasks + 1), (lxw_col_t)(count - 1));
    worksheet_set_landscape(sheet);
    worksheet_set_paper(sheet, 8);
    worksheet_fit_to_pages(sheet, 1, 0);
    worksheet_repeat_rows(sheet, 0, 1);
    worksheet_set_footer(sheet, "&LBench&RPage &P of &N");
    row = 0, column = 0;
    text_as(TITLE, title);
    row = 1, column = 0;
    for (int index = 0; index < count; index++) text_as(HEADING, columns[index]);
    for (long n = 0; n < tasks; n++) {
        row = (lxw_row_t)(n + 2), column = 0;
        cells(n);
    }
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    long tasks = atol(arguments[1]);
    lxw_workbook_options options = {.constant_memory = LXW_TRUE};
    lxw_workbook *book = workbook_new_opt(arguments[2], &options);
    make_formats(book);
    add_sheet(book, "Tasks", "Tasks", taskColumns, taskColumns_count, tasks, task_cells);
    add_sheet(book, "Day", "Day shift, 23 to 29 November 2026", shiftColumns, shiftColumns_count, tasks, shift_cells);
    return workbook_close(book);
}
