import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { type AnsweredWeek, answeredWeeks, type TaskOfAnsweredWeek } from '#answers/answered-weeks.ts';
import { answersSummary, askedTaskText, closingParts } from '#answers/closing-text.ts';
import { formatDay } from '#base/day.ts';
import { quotedName } from '#base/text/looks-like-key.ts';
import { oneLine } from '#base/text/one-line.ts';
import { archiveOptions, openPlace } from '#commands/archive-place.ts';
import { badInput } from '#commands/failure.ts';
import { flag, parseOptions } from '#commands/options.ts';
import type { Terminal } from '#commands/terminal.ts';
import { nearest } from '#config/nearest.ts';
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
  const known = new Set(all.map(({ report }) => report));
  const wrong = reports.find((key) => !known.has(key));
  if (wrong !== undefined && known.size > 0) {
    const [near = [...known].join(', ')] = nearest(wrong, [...known]);
    throw badInput(`No report ${quotedName(wrong)} has asked for answers`, `Did you mean ${near}?`);
  }
  const weeks = all.filter(({ report }) => reports.length === 0 || reports.includes(report));
  terminal.json({ weeks: weeks.map(weekJson) });
  if (csv) {
    for (const problem of new Set(weeks.flatMap(({ lost }) => lost))) terminal.warn(problem);
    terminal.line(columns);
    for (const week of weeks) {
      for (const task of week.tasks) terminal.line(csvLine(Object.values(answerRow(week, task))));
    }
    return;
  }
  if (weeks.length === 0) terminal.line('No report has asked for answers.');
  for (const week of weeks) for (const line of answeredWeekText(week)) terminal.line(line);
}

function answeredWeekText(week: AnsweredWeek): readonly string[] {
  const said = week.tasks.flatMap(({ done }) => done?.answer.says ?? []);
  const done = said.filter((says) => says === 'done').length;
  const otherwise = week.tasks.flatMap((task) => {
    if (!task.disagrees || task.done === undefined) return [];
    const { says, by, audience } = task.done.answer;
    const plan = says === 'done' ? 'not complete' : 'complete';
    return `    ${askedTaskText(task)}: ${says === 'done' ? 'done' : 'not done'}, says ${by} of ${audience.name}; ${plan} in the plan`;
  });
  return [
    `${answersSummary(week)}.`,
    ...closingParts(week, Temporal.Now.instant()).flatMap(({ heading, items }) => [
      `  ${heading}`,
      ...items.map(({ text, details = [] }) => `    ${oneLine([text, ...details].join('; '))}`),
    ]),
    ...(said.length === 0 ? [] : [`  Said to be done: ${done}, not done: ${said.length - done}.`]),
    ...(otherwise.length === 0 ? [] : ['  The plan says otherwise:', ...otherwise]),
    '',
  ];
}

/** In the order of `rowOf`. */
const columns = 'project,report,week,task,ref,name,cut,asked,answer,late,reason,from,people,by,at,done,note';

function answerRow(
  { project, report, counts }: AnsweredWeek,
  { id, ref, name, promise, done, asked, state }: TaskOfAnsweredWeek,
) {
  const { audience, isLate, reason = '', from, people, by = '', at = '', note } = promise?.answer ?? {};
  return {
    project,
    report,
    week: formatDay(counts.week.first),
    task: id,
    ref,
    name,
    cut: audience?.name ?? '',
    asked: asked.map((audience) => audience.name).join('; '),
    answer: state,
    late: isLate ? 'late' : '',
    reason,
    from: from === undefined ? '' : formatDay(from),
    people,
    by,
    at,
    done: done?.answer.says ?? '',
    note: [note, done?.answer.note].filter((text) => text).join('; '),
  };
}

function weekJson(week: AnsweredWeek) {
  const { projectName, reportName, at: closes, lost } = week;
  const { week: _, ...counts } = week.counts;
  return {
    projectName,
    reportName,
    closes,
    ...counts,
    lost,
    tasks: week.tasks.map((task) => ({
      ...answerRow(week, task),
      asked: task.asked.map(({ name }) => name),
      late: task.promise?.answer.isLate ?? false,
      people: task.promise?.answer.people ?? null,
      disagrees: task.disagrees,
    })),
  };
}

/** By RFC 4180, without a text that a spreadsheet would run as a formula. */
export function csvLine(values: readonly (string | number | undefined)[]): string {
  return values.map(field).join(',');
}

function field(value: string | number | undefined): string {
  if (typeof value !== 'string') return String(value ?? '');
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
