import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { distance } from 'fastest-levenshtein';
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { type AnsweredWeek, readAnsweredWeeks, type TaskOfAnsweredWeek } from '#answers/answered-weeks.ts';
import { answersSummaryText, askedTaskText, closingMailSections } from '#answers/closing-text.ts';
import { namesAndNotesObject, submissionObject } from '#answers/objects.ts';
import { readAllNamesAndNotes } from '#answers/submissions.ts';
import { createDirectoryObjectRemover } from '#archive/directory.ts';
import { formatDay } from '#base/day.ts';
import { quotedTextUnlessSecret } from '#base/text/looks-like-key.ts';
import { escapeUnprintable, oneLine } from '#base/text/one-line.ts';
import { nearestCandidates } from '#config/nearest.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import { archiveOptions, type OpenedArchive, openReportArchive } from './archive-place.ts';
import { badInputError, unfinishedCommandError } from './failure.ts';
import { flagOption, parseOptions } from './options.ts';
import type { Terminal } from './terminal.ts';

const schema = z.object({
  ...archiveOptions,
  reports: z.array(z.string()),
  json: flagOption,
  csv: flagOption,
  forget: z.optional(z.string().check(z.regex(/\S/, 'give a name'))),
  yes: flagOption,
});

/** @throws BadInput, ArchiveError and RunStoreError */
export async function answersCommand(words: unknown, terminal: Terminal): Promise<void> {
  const { reports, csv, json, forget, yes, ...options } = parseOptions(schema, words);
  if (csv && json) throw badInputError('--csv and --json exclude each other', 'Use one of them.');
  const archive = await openReportArchive(options);
  if (forget !== undefined) return forgetName(forget, { ...archive, yes }, terminal);
  const all = await readAnsweredWeeks(archive.store);
  const known = new Set(all.map(({ report }) => report));
  const wrong = reports.find((key) => !known.has(key));
  if (wrong !== undefined && known.size > 0) {
    const [near = [...known].join(', ')] = nearestCandidates(wrong, [...known]);
    throw badInputError(
      `No report ${quotedTextUnlessSecret(wrong)} has asked for answers`,
      `Did you mean ${near}?`,
    );
  }
  const weeks = all.filter(({ report }) => reports.length === 0 || reports.includes(report));
  if (csv) for (const problem of new Set(weeks.flatMap(({ lost }) => lost))) terminal.warn(problem);
  const rows = () =>
    weeks.flatMap((week) => week.tasks.map((task) => csvLine(Object.values(answerRow(week, task)))));
  const lines = csv
    ? [csvHeader, ...rows()]
    : [weeks.length === 0 && 'No report has asked for answers.', ...weeks.flatMap(answeredWeekText)];
  terminal.print(lines, { weeks: weeks.map(weekJson) });
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
    `${answersSummaryText(week)}.`,
    ...closingMailSections(week, Temporal.Now.instant()).flatMap(({ heading, items }) => [
      `  ${heading}`,
      ...items.map(({ text, details = [] }) => `    ${oneLine([text, ...details].join('; '))}`),
    ]),
    ...(said.length === 0 ? [] : [`  Said to be done: ${done}, not done: ${said.length - done}.`]),
    ...(otherwise.length === 0 ? [] : ['  The plan says otherwise:', ...otherwise]),
    '',
  ];
}

/** The columns of the CSV, in the order in which `rowOf` fills them. */
const csvHeader =
  'project,report,week,task,ref,name,cut,asked,answer,late,reason,from,people,by,at,done,note';

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

/** A line of CSV as in RFC 4180. A text that a spreadsheet would run as a formula begins with an apostrophe. */
export function csvLine(values: readonly (string | number | undefined)[]): string {
  return values.map(csvField).join(',');
}

function csvField(value: string | number | undefined): string {
  if (typeof value !== 'string') return String(value ?? '');
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Removes a person's name and notes from the stored answers. The answers themselves stay.
 * @throws BadInput if there is neither a terminal nor `--yes`, RunFailed if the person does not confirm or not all
 *   answers can be read, and ArchiveError
 */
async function forgetName(
  person: string,
  { name, store, client, yes }: OpenedArchive & { readonly yes: boolean },
  terminal: Terminal,
): Promise<void> {
  const wanted = comparableName(person);
  const all = await readAllNamesAndNotes(store);
  const damaged = all.flatMap(({ key, names }) => (names ? [] : key));
  const stored = all.flatMap(({ of, names }) => (of && names ? { of, names } : []));
  const byName = Map.groupBy(stored, ({ names }) => comparableName(names.name));
  const found = [...(byName.get(wanted) ?? [])];
  terminal.print([found.length === 0 && 'No answer has this name.']);
  const groups = Map.groupBy(found, ({ of: { digest: _, ...page } }) => namesAndNotesObject.under(page));
  const listed = [];
  for (const own of groups.values()) {
    const [one] = own;
    if (one === undefined) continue;
    const { project, report, first, last } = one.of;
    const audience = (await submissionObject.read(store, one.of))?.cut.name ?? '';
    const dates = [...new Set(own.map(({ names }) => names.at.slice(0, 10)))].sort();
    listed.push({ project, report, week: `${first}_${last}`, cut: audience, answers: own.length, dates });
    terminal.print([
      `${project}, ${report}, ${first} to ${last}, ${audience}: ${countText(own.length, 'page')} sent, ${dates.join(', ')}`,
    ]);
  }
  if (!yes && found.length > 0) await confirm('Remove this name and its notes?');
  const near = [];
  for (const [other, own] of byName) {
    const differs = distance(withoutAccents(other), withoutAccents(wanted));
    if (other === wanted || differs > Math.min(2, wanted.length / 3)) continue;
    const like = `${own[0]?.names.name} (${countText(own.length, 'page')})`;
    if (!yes && process.stdin.isTTY && (await askYesNo(`Remove the name ${like} too?`))) found.push(...own);
    else {
      near.push(like);
      terminal.print([`Nearly the same, and kept: ${like}. To remove it, give this name.`]);
    }
  }
  const remove =
    client === undefined
      ? createDirectoryObjectRemover(name)
      : (await import('#archive/s3-remove.ts')).createBucketObjectRemover(client, name);
  for (const { of } of found) await remove(namesAndNotesObject, of);
  const lines = [
    'Removed. The answers stay, without a name.',
    'Workbooks and mails that were sent, and those stored in the archive, cannot be recalled; neither can backups.',
  ];
  terminal.print(found.length > 0 ? lines : [], { found: listed, removed: found.length, near });
  for (const key of damaged) terminal.warn(`${key} cannot be read. Remove it, if it may have the name.`);
  if (damaged.length > 0) throw unfinishedCommandError('curable', 'Not every name could be read.');
}

/** A name for comparing: without differences in case, spaces and the encoding of letters and apostrophes. */
function comparableName(name: string): string {
  const plain = oneLine(
    name.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''),
  ).replaceAll(/[\u2018\u2019\u02bc\u0060\u00b4]/g, "'");
  // Upper case makes ß and ss the same. The lower case of İ has a second dot, which is removed.
  return plain.toUpperCase().toLowerCase().replaceAll('i\u0307', 'i');
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) {
    throw badInputError(`${question} Nobody can be asked here, and nothing was removed`, 'Add --yes.');
  }
  if (!(await askYesNo(question))) throw unfinishedCommandError('curable', 'Nothing was removed.');
}

async function askYesNo(question: string): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answered = once(asking, 'line').then(([line]) => String(line));
  process.stderr.write(escapeUnprintable(`${question} [y/N] `));
  const answer = await Promise.race([answered, once(asking, 'close').then(() => '')]);
  asking.close();
  return /^y(es)?$/i.test(answer.trim());
}
