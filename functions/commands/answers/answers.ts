import * as z from 'zod/mini';
import { formatDay } from '../../base/day.ts';
import { quotedName } from '../../base/text/looks-like-key.ts';
import { oneLine } from '../../base/text/one-line.ts';
import { nearest } from '../../config/nearest.ts';
import { type AnsweredWeek, answeredWeeks, type TaskOfWeek } from '../../delivery/answers/answered-weeks.ts';
import { countsText, taskText } from '../../delivery/answers/closing-text.ts';
import { dayText } from '../../lookahead/dates/day-text.ts';
import { weeksText } from '../../lookahead/dates/window.ts';
import { refusalText } from '../../lookahead/promises/answer.ts';
import { countText } from '../../lookahead/text/quantity-text.ts';
import { archiveOptions, openPlace } from '../archive-place.ts';
import { badInput } from '../failure.ts';
import { flag, parseOptions } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import { csvLine } from './csv-line.ts';
import { forgetName } from './forget-name.ts';

const schema = z.object({
  ...archiveOptions,
  reports: z.array(z.string()),
  json: flag,
  csv: flag,
  forget: z.optional(z.string().check(z.regex(/\S/, 'give a name'))),
  yes: flag,
});

/** @throws BadInput, ArchiveError and RunStoreError */
export async function answers(words: unknown, terminal: Terminal): Promise<void> {
  const { reports, csv, json, forget, yes, ...options } = parseOptions(schema, words);
  if (csv && json) throw badInput('--csv and --json exclude each other', 'Use one of them.');
  const place = await openPlace(options);
  if (forget !== undefined) return forgetName(forget, { ...place, yes }, terminal);
  const all = await answeredWeeks(place.store);
  const known = new Set(all.map(({ closing }) => closing.report));
  const wrong = reports.find((key) => !known.has(key));
  if (wrong !== undefined && known.size > 0) {
    const [near = [...known].join(', ')] = nearest(wrong, [...known]);
    throw badInput(`No report ${quotedName(wrong)} has asked for answers`, `Did you mean ${near}?`);
  }
  const weeks = all.filter(({ closing }) => reports.length === 0 || reports.includes(closing.report));
  terminal.json({ weeks: weeks.map(weekJson) });
  if (csv) {
    terminal.line(csvLine(columns));
    for (const week of weeks) {
      for (const task of week.tasks) {
        const row = rowOf(week, task);
        terminal.line(csvLine(columns.map((column) => row[column])));
      }
    }
    return;
  }
  if (weeks.length === 0) terminal.line('No report has asked for answers.');
  for (const week of weeks) for (const line of weekText(week)) terminal.line(line);
}

function weekText({ closing, counts, tasks }: AnsweredWeek): readonly string[] {
  const { first } = counts.week;
  const lines = (title: string, own: readonly string[]) =>
    own.length === 0 ? [] : [`  ${title}:`, ...own.map((line) => `    ${oneLine(line)}`)];
  const said = tasks.flatMap(({ done }) => done?.answer.says ?? []);
  const done = said.filter((says) => says === 'done').length;
  const late = tasks.filter(({ promise }) => promise?.answer.isLate).length;
  return [
    `${closing.projectName}, ${closing.reportName}, ${weeksText(counts.week)}: ${countsText(counts)}${late === 0 ? '' : `, ${late} late`}.`,
    ...lines(
      'Declined',
      tasks.flatMap((task) => {
        const { state, promise } = task;
        if (state !== 'declined' || promise === undefined) return [];
        const { cut, by, note, day, isLate } = promise.answer;
        const who = `${by}, ${dayText(day, first)}${isLate ? ', late' : ''}`;
        return `${taskText(task)}: ${cut.name}: ${refusalText(promise.answer, first)} (${who})${note === '' ? '' : `: ${note}`}`;
      }),
    ),
    ...lines(
      'Not answered',
      counts.missing.map(({ name, tasks: own }) => `${name}: ${countText(own, 'task')}`),
    ),
    ...(said.length === 0 ? [] : [`  Said to be done: ${done}, not done: ${said.length - done}.`]),
    ...lines(
      'The plan says otherwise',
      tasks.flatMap((task) => {
        if (!task.disagrees || task.done === undefined) return [];
        const { says, by, cut } = task.done.answer;
        const plan = says === 'done' ? 'not complete' : 'complete';
        return `${taskText(task)}: ${says === 'done' ? 'done' : 'not done'}, says ${by} of ${cut.name}; ${plan} in the plan`;
      }),
    ),
    '',
  ];
}

const columns = [
  'project',
  'report',
  'week',
  'task',
  'ref',
  'name',
  'cut',
  'asked',
  'answer',
  'late',
  'reason',
  'from',
  'people',
  'by',
  'at',
  'done',
  'note',
] as const;

function rowOf({ closing, counts }: AnsweredWeek, task: TaskOfWeek) {
  const { promise, done, asked, state } = task;
  const { cut, isLate, reason, from, people, by, at, note } = promise?.answer ?? {};
  return {
    project: closing.project,
    report: closing.report,
    week: formatDay(counts.week.first),
    task: task.id,
    ref: task.ref,
    name: task.name,
    cut: cut?.name ?? '',
    asked: asked.map(({ name }) => name).join('; '),
    answer: state,
    late: isLate ? 'late' : '',
    reason: reason ?? '',
    from: from === undefined ? '' : formatDay(from),
    people,
    by: by ?? '',
    at: at ?? '',
    done: done?.answer.says ?? '',
    note: [note, done?.answer.note].filter((text) => text).join('; '),
  };
}

function weekJson(week: AnsweredWeek) {
  const { asked, promised, declined, missing } = week.counts;
  return {
    projectName: week.closing.projectName,
    reportName: week.closing.reportName,
    closes: week.closing.at.toString(),
    asked,
    promised,
    declined,
    missing,
    tasks: week.tasks.map((task) => ({
      ...rowOf(week, task),
      asked: task.asked.map(({ name }) => name),
      late: task.promise?.answer.isLate ?? false,
      people: task.promise?.answer.people ?? null,
      disagrees: task.disagrees,
    })),
  };
}
