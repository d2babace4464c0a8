/**
 * Compares the texts of each run's workbook and mail subject with those that the files beside this one compute from the
 * snapshots.
 */
import { type Day, formatDay, isoWeekOf, parseDay, plainDateFromDay } from '#base/day.ts';
import { expectedChanges } from './changes.ts';
import { expectedWorkingDays, type KnownTask } from './known-tasks.ts';
import {
  type ExpectedFinalWeek,
  type ExpectedWeek,
  expectedFinalWeeks,
  expectedWeek,
  tasksOfDifference,
} from './last-week.ts';
import { makeWeeks } from './made-weeks.ts';
import {
  ppcInSubject,
  type ReadLastWeek,
  type ReadWorkbookTexts,
  readSheets,
  readsAsGone,
} from './read-sheets.ts';
import { expectedSlip, expectedSlipText, firstDatesAt } from './slip.ts';
import { earlierOf, readRuns, type StoredRun } from './stored-runs.ts';

type Rule =
  | 'change told'
  | 'change that is none'
  | 'kinds of change'
  | 'number of changes'
  | 'working days moved'
  | 'first dates'
  | 'slip'
  | 'slip by the first dates said'
  | 'PPC by task'
  | 'PPC of days'
  | 'final PPC'
  | 'final PPC told'
  | 'tasks since'
  | 'so far'
  | 'results'
  | 'subject'
  | 'still served'
  | 'same slip in one version'
  | 'same status in one version'
  | 'same readiness in one version';

export type Difference = {
  readonly rule: Rule;
  /** Project, report, report day and number of the issue. */
  readonly at: string;
  readonly sheet: string;
  readonly task: string;
  readonly said: string;
  readonly right: string;
};

export function differenceText({ rule, at, sheet, task, said, right }: Difference): string {
  return [rule, at, sheet, task, `said “${said}”`, `right is “${right}”`].filter(Boolean).join(' | ');
}

type Note = (rule: Rule, found: Omit<Difference, 'rule' | 'at'>) => void;

export type Compared = { readonly differences: Difference[]; readonly values: Map<Rule, number> };

type Told = { readonly run: StoredRun; readonly said: ReadWorkbookTexts };

/** Makes the weeks, reads what the runs stored, and compares it with what is expected. */
export async function compareWeeks(of: Parameters<typeof makeWeeks>[0]): Promise<Compared> {
  const runs = await readRuns(await makeWeeks(of));
  const told: Told[] = [];
  for (const run of runs) told.push({ run, said: await readSheets(run.workbook) });
  const compared: Compared = { differences: [], values: new Map() };
  for (const one of told) compareRun(one, { all: runs, compared });
  compareVersions(told, compared);
  return compared;
}

function compareRun(
  { run, said }: Told,
  { all, compared }: { readonly all: readonly StoredRun[]; readonly compared: Compared },
): void {
  const note = notesAt(run, compared);
  compareChanges({ run, said }, { all, note });
  compareSlip({ run, said }, { all, note });
  compareLastWeek({ run, said }, { all, note });
}

/** Counts each comparison, and records it if the two texts differ. */
function notesAt(run: StoredRun, { differences, values }: Compared): Note {
  const at = nameOf(run);
  return (rule, found) => {
    values.set(rule, (values.get(rule) ?? 0) + 1);
    if (found.said !== found.right) differences.push({ rule, at, ...found });
  };
}

function nameOf({ project, report, snapshot, issue }: StoredRun): string {
  return `${project.key} ${report.key} ${formatDay(snapshot.reportDay)} no. ${issue.number}`;
}

type Context = { readonly all: readonly StoredRun[]; readonly note: Note };

function compareChanges({ run, said }: Told, { all, note }: Context): void {
  const right = expectedChanges(run, all);
  const sheet = 'Changes';
  // The sheet also shows predecessors that moved, which this oracle does not check.
  const ofOwn = (kinds: readonly string[]) => kinds.filter((kind) => kind !== 'predecessor');
  for (const [task, { wasIs }] of said.changes ?? [])
    compareGone({ sheet, task, said: wasIs }, { run, note });
  for (const task of new Set([...(right?.keys() ?? []), ...(said.changes?.keys() ?? [])])) {
    const [was, is] = [said.changes?.get(task), right?.get(task)];
    const saidKinds = ofOwn(was?.kinds ?? [])
      .toSorted()
      .join(', ');
    const rightKinds = (is?.kinds ?? []).toSorted().join(', ');
    const kinds = { sheet, task, said: saidKinds, right: rightKinds };
    if (is !== undefined) note('change told', was === undefined ? kinds : { ...kinds, said: rightKinds });
    if (was !== undefined)
      note('change that is none', is === undefined ? kinds : { ...kinds, said: rightKinds });
    if (was === undefined || is === undefined) continue;
    note('kinds of change', kinds);
    note('working days moved', {
      sheet,
      task,
      said: String(was.workingDays ?? ''),
      right: String(is.workingDays ?? ''),
    });
  }
  note('number of changes', {
    sheet: 'Summary, Tasks changed',
    task: '',
    said: String(said.tiles.get('Tasks changed')?.value ?? 0),
    right: String(said.changes?.size ?? 0),
  });
}

function compareSlip({ run, said }: Told, { all, note }: Context): void {
  const first = firstDatesAt(run, all);
  for (const [id, { slip, firstStart, firstFinish }] of said.tasks) {
    const task = run.tasks.get(id);
    if (task === undefined) continue;
    const planned = first.get(id)?.task.dates;
    const right = planned && `${formatDay(planned.start)} – ${formatDay(planned.finish)}`;
    note('first dates', {
      sheet: 'Tasks',
      task: id,
      said: firstStart === '' ? '' : `${firstStart} – ${firstFinish}`,
      right: right ?? '',
    });
    const saidSlip = { sheet: 'Tasks', task: id, said: String(slip ?? '') };
    note('slip', { ...saidSlip, right: String(expectedSlip(task, first) ?? '') });
    const then = withDates(first.get(id)?.task ?? task, [firstStart, firstFinish]);
    const byDatesSaid = expectedWorkingDays({ then, now: task }, 'finish');
    note('slip by the first dates said', { ...saidSlip, right: String(byDatesSaid ?? '') });
  }
  for (const [id, { slip }] of said.changes ?? []) {
    const task = run.tasks.get(id);
    if (task === undefined) continue;
    const isFirst = first.get(id)?.by.snapshot.programme?.label === run.snapshot.programme?.label;
    note('slip', {
      sheet: 'Changes',
      task: id,
      said: slip,
      right: isFirst && slip === 'first shown now' ? slip : expectedSlipText(expectedSlip(task, first)),
    });
  }
}

function withDates(task: KnownTask, [start, finish]: readonly [string, string]): KnownTask {
  const [first, last] = [parseDay(start), parseDay(finish)];
  const hasNone = first === undefined || last === undefined;
  return { ...task, dates: hasNone ? undefined : { start: first, finish: last } };
}

function compareLastWeek({ run, said }: Told, { all, note }: Context): void {
  const right = expectedWeek(run, all);
  const measures = run.issue.workbooks[0]?.measures;
  const lastWeek = said.lastWeek;
  const saidPpc = measures?.ppc;
  const figures = { sheet: 'Last week', task: '' };
  note('PPC by task', {
    ...figures,
    said: saidPpc ? `${saidPpc.finished} of ${saidPpc.dueToFinish}` : 'none',
    right: right ? `${right.finished} of ${right.due}` : 'none',
  });
  if (lastWeek !== undefined && lastWeek.done !== '' && right) {
    note('PPC by task', { ...figures, said: lastWeek.done, right: `${right.finished} of ${right.due}` });
    note('PPC of days', { ...figures, said: shareText(lastWeek.days), right: shareText(right.days) });
  }
  note('PPC of days', {
    ...figures,
    sheet: 'issue',
    said: shareText(saidPpc?.taskDay),
    right: shareText(right?.days),
  });
  compareResults({ run, lastWeek }, { right, note });
  compareFinals({ run, lastWeek }, { right: expectedFinalWeeks(run, all), note });
  const known = [...earlierOf(run, all), run].flatMap((one) => expectedFinalWeeks(one, all));
  comparePercentages({ run, said }, { right, known, note });
}

function compareResults(
  { run, lastWeek }: { readonly run: StoredRun; readonly lastWeek: ReadLastWeek | undefined },
  { right, note }: { readonly right: ExpectedWeek | undefined; readonly note: Note },
): void {
  const results = lastWeek?.results;
  if (lastWeek && right) {
    note('so far', {
      sheet: 'Last week',
      task: '',
      said: lastWeek.isSoFar ? 'so far' : 'final',
      right: right.isSoFar ? 'so far' : 'final',
    });
  }
  for (const task of new Set([...(results?.keys() ?? []), ...(right?.tasks.keys() ?? [])])) {
    const [was, is] = [results?.get(task), right?.tasks.get(task)];
    const text = (one: typeof was) =>
      one ? `${one.result}, ${one.happened} of ${one.planned} days` : 'none';
    note('results', { sheet: 'Last week', task, said: text(was), right: text(is) });
  }
  for (const [task, happened] of lastWeek?.happened ?? []) {
    compareGone({ sheet: 'Last week', task, said: happened }, { run, note });
  }
}

function compareGone(
  of: { readonly sheet: string; readonly task: string; readonly said: string },
  { run, note }: { readonly run: StoredRun; readonly note: Note },
): void {
  if (!readsAsGone(of.said)) return;
  note('still served', { ...of, right: run.served.has(of.task) ? 'the service still has it' : of.said });
}

function compareFinals(
  { run, lastWeek }: { readonly run: StoredRun; readonly lastWeek: ReadLastWeek | undefined },
  { right, note }: { readonly right: readonly ExpectedFinalWeek[]; readonly note: Note },
): void {
  const text = (monday: Day, of: { finished: number; due: number; days: number | undefined }) =>
    `${formatDay(monday)} ${of.finished} of ${of.due}, ${shareText(of.days)} of days`;
  note('final PPC', {
    sheet: 'issue',
    task: '',
    said: (run.issue.workbooks[0]?.measures.finals ?? [])
      .map((of) => text(of.week.first, { ...of, due: of.dueToFinish, days: of.taskDay }))
      .join('; '),
    right: right.map(({ final }) => text(final.monday, final)).join('; '),
  });
  if (lastWeek === undefined) return;
  const told = right.filter(({ final }) => final.due > 0);
  note('final PPC told', {
    sheet: 'Last week',
    task: '',
    said: lastWeek.finals.map((final) => final.text).join(' | '),
    right: told.map(finalText).join(' | '),
  });
  for (const [index, { since, names }] of lastWeek.finals.entries()) {
    const week = told[index];
    // A line that is shortened to the page's width does not name all tasks.
    if (week === undefined || names.includes('…')) continue;
    const labels = tasksOfDifference(week).map(({ label }) => label);
    note('tasks since', { sheet: 'Last week', task: '', ...sinceTexts({ since, names }, { week, labels }) });
  }
}

/** A text such as `Week 46 final 71%, 20 of 28; was 75% on Fri 13 Nov`. */
function finalText({ final, said }: ExpectedFinalWeek): string {
  const { week } = isoWeekOf(final.monday);
  const count = `${final.finished} of ${final.due}`;
  const now = final.due < minDueForPercentage ? count : `${ppcText(final)}, ${count}`;
  const isAsSaid = said?.finished === final.finished && said.due === final.due;
  const then = said && said.due > 0 && !isAsSaid ? said : undefined;
  const day = then && plainDateFromDay(then.by.snapshot.reportDay).toLocaleString('en-GB', dayAndMonth);
  const isAlike = then && ppcText(then) === ppcText(final);
  const before = then && (isAlike ? `${then.finished} of ${then.due}` : ppcText(then));
  return `Week ${week} final ${now}${then ? `; was ${before} on ${day?.replace(',', '')}` : ''}`;
}

const dayAndMonth = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const mostNames = 3;

/** Sorts the names, because their order is not compared. */
function sinceTexts(
  { since, names }: { readonly since: string; readonly names: string },
  { week, labels }: { readonly week: ExpectedFinalWeek; readonly labels: readonly string[] },
): { readonly said: string; readonly right: string } {
  const named = labels.filter((label) => names.includes(label));
  const rest = named.reduce((text, label) => text.replace(label, ''), names);
  const [, more = '0'] = / and (\d+) more$/.exec(rest) ?? [];
  const others = rest.replace(/ and \d+ more$/, '').replaceAll(', ', '');
  const shown = Math.min(labels.length, mostNames);
  const { final, said } = week;
  const hasFallen = said !== undefined && final.finished * said.due < said.finished * final.due;
  const rightSince = labels.length === 0 ? '' : hasFallen ? 'missed since' : 'done since';
  return {
    said: `${since} ${named.length} of ${labels.join(', ')} and ${more} more${others}`,
    right: `${rightSince} ${shown} of ${labels.join(', ')} and ${labels.length - shown} more`,
  };
}

/** For fewer due tasks, the text is `n of m`. */
const minDueForPercentage = 5;

function ppcText({ finished, due }: ExpectedWeek): string {
  return due < minDueForPercentage ? `${finished} of ${due}` : shareText(finished / due);
}

function comparePercentages(
  { run, said }: Told,
  {
    right,
    known,
    note,
  }: {
    readonly right: ExpectedWeek | undefined;
    /** All weeks that are final, oldest first. */
    readonly known: readonly ExpectedFinalWeek[];
    readonly note: Note;
  },
): void {
  const subject = run.issue.messages[0]?.subject ?? '';
  const last = known.findLast(({ final }) => final.due > 0)?.final;
  const before = last ? ` (week ${isoWeekOf(last.monday).week}: ${ppcText(last)})` : '';
  note('subject', {
    sheet: `mail, ${subject}`,
    task: '',
    said: ppcInSubject(subject) ?? 'none',
    right:
      right && right.due > 0 ? `PPC${right.isSoFar ? ' so far' : ''} ${ppcText(right)}${before}` : 'none',
  });
  const tile = said.tiles.get('PPC');
  if (tile === undefined || right === undefined) return;
  note('PPC by task', {
    sheet: 'Summary, PPC',
    task: '',
    said: typeof tile.value === 'number' ? shareText(tile.value) : String(tile.value),
    right: ppcText(right),
  });
}

/** A percentage without decimals, half rounded up. */
function shareText(share: unknown): string {
  return typeof share === 'number' ? `${Math.round(share * 100 + 1e-9)}%` : 'none';
}

/** Checks that two reports of one version of a programme show the same facts about a task. */
function compareVersions(told: readonly Told[], compared: Compared): void {
  const firstSaid = new Map<string, { readonly text: string; readonly at: string }>();
  for (const { run, said } of told) {
    const note = notesAt(run, compared);
    const { programme, reportDay } = run.snapshot;
    const version = `${run.project.key} ${programme?.label}`;
    for (const [task, { status, ready, firstStart, firstFinish, slip }] of said.tasks) {
      const texts: readonly (readonly [Rule, of: string, text: string])[] = [
        ['same slip in one version', version, `first ${firstStart} – ${firstFinish}, slip ${slip ?? ''}`],
        ['same status in one version', version, status],
        // Whether a task is overdue depends on the report day, so readiness is compared per report day.
        ['same readiness in one version', `${version} ${reportDay}`, ready],
      ];
      for (const [rule, of, text] of texts) {
        const key = `${rule} ${of} ${task}`;
        const other = firstSaid.get(key);
        if (other === undefined) firstSaid.set(key, { text, at: nameOf(run) });
        else note(rule, { sheet: `Tasks, compared with ${other.at}`, task, said: text, right: other.text });
      }
    }
  }
}
