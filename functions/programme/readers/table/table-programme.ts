import type { Activity, Programme, SourceProblem } from '../../programme.ts';
import { ProgrammeError } from '../../programme-error.ts';

/** One row of a table; `line` is its number in the file or worksheet. */
type TableRow = { readonly line: number; readonly cells: readonly string[] };

/** More rows than four of the largest programmes that the planning service serves. */
const maxRows = 200_000;

const noActivities: readonly never[] = [];
const noCodes: Activity['codes'] = new Map();

export type TableBuilder = {
  readonly add: (row: TableRow) => void;
  readonly report: (problem: SourceProblem) => void;
  readonly programme: () => Programme;
};

/**
 * Makes a programme of the rows of a table. The first row that has any text is the headings. What a column means is
 * the mapping's business: an activity has the texts of its row in `fields`, by heading, and nothing else.
 * `add` throws a ProgrammeError for too many rows, `programme` for a table without rows.
 */
export function tableBuilder(format: 'excel' | 'csv'): TableBuilder {
  let headings: readonly string[] | undefined;
  const activities: Activity[] = [];
  const problems: SourceProblem[] = [];
  const report = (problem: SourceProblem) => {
    problems.push(problem);
  };
  return {
    report,
    add: ({ line, cells }) => {
      const texts = cells.map((cell) => cell.trim());
      if (texts.every((text) => text === '')) return;
      if (headings === undefined || (activities.length === 0 && areCaptions(texts, headings))) {
        headings = headingsOf(texts);
        return;
      }
      if (activities.length === maxRows) throw tooManyRows(line);
      // A worksheet has no cells where nothing is written.
      if (format === 'csv' && texts.length < headings.length) {
        report({
          line,
          kind: 'changed',
          text: `The row has ${texts.length} of ${headings.length} values; the others count as empty.`,
        });
      }
      const beyond = texts.slice(headings.length).filter((text) => text !== '').length;
      if (beyond > 0) {
        report({
          line,
          kind: 'changed',
          text: `Values of the row beyond the last heading are left out: ${beyond}.`,
        });
      }
      const named = headings.flatMap((heading, index): [string, string][] => {
        const text = texts[index] ?? '';
        return text === '' ? [] : [[heading, text]];
      });
      activities.push(activityOf(line, new Map(named)));
    },
    programme: () => {
      if (headings === undefined || activities.length === 0) {
        throw new ProgrammeError('the table has no rows below its headings', {
          remedy: 'Put the headings into the first row and one task into each row below it.',
        });
      }
      return {
        format,
        name: undefined,
        dataDate: undefined,
        activities,
        folders: [],
        calendars: [],
        hoursPerDay: 8,
        // Lags of a table are written in days.
        lagDays: 8,
        codes: [],
        fields: headings,
        problems,
      };
    },
  };
}

function activityOf(line: number, fields: Activity['fields']): Activity {
  return {
    line,
    key: String(line),
    code: undefined,
    name: undefined,
    type: undefined,
    milestone: false,
    status: undefined,
    start: undefined,
    finish: undefined,
    durationHours: undefined,
    calendarKey: undefined,
    folderKey: undefined,
    notes: undefined,
    codes: noCodes,
    fields,
    assignments: noActivities,
    predecessors: noActivities,
  };
}

/** Primavera writes the headings people know below the fields' own names: `Activity ID` below `task_code`. */
function areCaptions(texts: readonly string[], fields: readonly string[]): boolean {
  return /^activity id$/i.test(texts[fields.indexOf('task_code')] ?? '');
}

/** A column without a heading is named by its number, and a repeated heading gets its number too. */
function headingsOf(texts: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return texts.map((text, index) => {
    // Primavera marks headings of columns that it does not read back.
    const heading = text.replace(/^\(\*\)/, '').replaceAll(/\s+/g, ' ');
    const name =
      heading === '' ? `Column ${index + 1}` : seen.has(heading) ? `${heading} (${index + 1})` : heading;
    seen.add(name);
    return name;
  });
}

function tooManyRows(line: number): ProgrammeError {
  return new ProgrammeError(`the table has more than ${maxRows} rows`, {
    line,
    remedy: 'Export the tasks of one project, or of the time that the lookahead is for.',
  });
}
