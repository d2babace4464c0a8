/** Makes the week page of a cut from its plan. */

import { addDays, type Day, formatDay, plainDateFromDay, type StartAndFinish } from '#base/day.ts';
import { getOrInsert } from '#base/get-or-insert.ts';
import { mailtoLink, parseMailAddress } from '#base/text/mail-address.ts';
import { plainTaskName, plainText, withoutDirectionMarks } from '#display/plain-text.ts';
import { daysLaterText, personToAskMailSubject } from '#display/task-words.ts';
import { datesText } from '#lookahead/dates/day-text.ts';
import { endsNextDay, type ShiftHours } from '#lookahead/dates/shift-hours.ts';
import { weeksText, weeksTitle } from '#lookahead/dates/window.ts';
import { isDayWithWork } from '#lookahead/dates/working-days.ts';
import {
  barCellText,
  daysOnlyLegend,
  gridLegend,
  isKeyOrMilestone,
  nonBarCellText,
  readinessLevel,
  readyLegend,
  textsAroundPeople,
} from '#lookahead/grid/grid-text.ts';
import { tasksOfShift } from '#lookahead/grid/shift-plan.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { type GridCell, isWorkCell, peopleInCell } from '#lookahead/planned/day-cells.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import {
  dataSourceText,
  earlierRevisionText,
  reportScopeLine,
  revisionLabel,
  windowAndHolidaysText,
} from '#lookahead/report-words.ts';
import type { NamedReference } from '#lookahead/tasks/read-task.ts';
import { shiftName } from '#lookahead/tasks/select-tasks.ts';
import { isUnfinished, statusesOf, statusLabel } from '#lookahead/tasks/status.ts';
import { compareNaturally } from '#lookahead/text/natural-order.ts';
import { groupedNumberText, percentText } from '#lookahead/text/quantity-text.ts';
import { type InterpretedDate, wireDateReader } from '#planning/contract/wire-date.ts';
import {
  noWorkInWindowReasons,
  type PageContact,
  type PageQuestions,
  type PageTask,
  type StoredPage,
} from './stored-page.ts';

/**
 * The page of a message, as it is stored with its issue.
 * @example encodePage(pageOfPlan(cut, { contact: 'planner@example.com', qr: true, previous: undefined }))
 */
export function pageOfPlan(
  lookahead: Lookahead,
  of: {
    readonly contact: string;
    readonly qr: boolean;
    readonly previous: string | undefined;
    /** Undefined if the readers are not asked. */
    readonly questions?: PageQuestions | undefined;
  },
): StoredPage {
  const { project, window, reportDay, read, detail, days, stale } = lookahead;
  const { previous } = lookahead.issue;
  const only = reportScopeLine(lookahead);
  const lastWeek = lastWeekLine(lookahead);
  const cells = new Map<GridCell, number>();
  const stretchesOf = stretchReader(lookahead);
  const tasks = lookahead.shifts
    .flatMap((shift) =>
      tasksOfShift(shift)
        .map((task) => ({ task, place: plainText(task.location?.name ?? '') }))
        .sort(
          (a, b) => Number(a.place === '') - Number(b.place === '') || compareNaturally(a.place, b.place),
        ),
    )
    .map(
      ({ task, place }): PageTask => ({
        id: task.id,
        ref: plainText(task.ref),
        name: plainTaskName(task.name),
        key: isKeyOrMilestone(task),
        marks: task.markWords,
        since: sinceWords(task),
        dates: datesText(task.dates, reportDay),
        ...(task.dates === undefined ? {} : { days: isoDates(task.dates) }),
        shift: shiftName(task.shift),
        subcontractor: plainText(task.subcontractor?.name ?? ''),
        ...firmOf(task.subcontractor),
        place,
        ...(task.owner === undefined ? {} : { owner: askOf(task.owner, subjectOfTask(task, lookahead)) }),
        alsoHere: plainText(task.alsoHere),
        status: { kind: task.status.kind, text: plainText(task.status.text) },
        ready: detail === 'full' ? readinessLevel(task) : undefined,
        // A page with days only lacks the data, so every task would seem to miss it.
        missing: detail === 'full' ? missingOf(task, lookahead) : [],
        ...(detail === 'full' ? { ...openPredecessorsOf(task), ...needsOf(task) } : {}),
        ...(task.cells.some(isWorkCell) ? {} : { toFinish: toFinishOf(task) }),
        cells: task.cells.map((cell) => getOrInsert(cells, cell, () => cells.size)),
        runs: stretchesOf(task),
      }),
    );
  return {
    format: 2,
    project: { key: project.key, name: plainText(project.name), timeZone: project.timeZone },
    revision: plainText(revisionLabel(lookahead)),
    number: lookahead.issue.number,
    weeks: weeksTitle(window),
    dates: windowAndHolidaysText(lookahead),
    source: plainText(dataSourceText(lookahead, reportDay)),
    ...(previous && tasks.some(({ since }) => since !== '')
      ? { changesSince: `changes since ${earlierRevisionText(previous, lookahead)}` }
      : {}),
    read: { instant: read.instant, label: read.label },
    ...(only === undefined ? {} : { only: plainText(only) }),
    ...(stale === undefined ? {} : { stale: plainText(stale) }),
    warnings: lookahead.warnings.map(plainText),
    ...(lastWeek === undefined ? {} : { lastWeek }),
    contact: askOf(
      { name: of.contact, address: of.contact },
      personToAskMailSubject(lookahead, weeksText(window)),
    ),
    audience: lookahead.audience.kind,
    detail,
    qr: of.qr,
    ...(project.askingReport === undefined || detail !== 'full' ? {} : { asking: project.askingReport }),
    ...(of.questions === undefined ? {} : { questions: of.questions }),
    legend:
      detail === 'full'
        ? [...statusesOf(lookahead.tasks).map(statusLabel), ...readyLegend, ...gridLegend]
        : daysOnlyLegend,
    ...(of.previous === undefined ? {} : { previous: of.previous }),
    days: [...days],
    cells: Array.from(cells.keys(), (cell) => pageCell(cell, days.length)),
    shifts: lookahead.shifts.flatMap(({ shift: slot, figures }) => {
      const hours = project.shifts?.[slot];
      if (figures.tasks === 0) return [];
      return [{ name: shiftName(slot), slot, ...(hours === undefined ? {} : { hours }) }];
    }),
    tasks,
  };
}

export function isoDates({ start, finish }: StartAndFinish): {
  readonly start: string;
  readonly finish: string;
} {
  return { start: formatDay(start), finish: formatDay(finish) };
}

/** `Plan kept in week 47: 71%, 5 of 7 tasks that were due.`; undefined if no task was due or PPC was not measured. */
function lastWeekLine({ ppc }: Lookahead): string | undefined {
  if (ppc.kind !== 'measured' || ppc.task === undefined) return undefined;
  const { week, task, finished, dueToFinish } = ppc;
  return `Plan kept in ${weeksText(week)}: ${percentText(task)}, ${groupedNumberText(finished)} of ${groupedNumberText(dueToFinish)} tasks that were due.`;
}

function pageCell(cell: GridCell, days: number): StoredPage['cells'][number] {
  const isWork = isWorkCell(cell);
  switch (cell.kind) {
    case 'bar':
    case 'carried': {
      const [wide, tight] = textsAroundPeople(cell);
      const text = days <= daysOfWideCells ? wide : tight;
      return {
        kind: cell.kind,
        text: barCellText(cell, text),
        status: cell.status,
        people: peopleInCell(cell),
        isWork,
      };
    }
    case 'milestone':
    case 'off':
    case 'was':
    case 'empty':
      return {
        kind: cell.kind,
        text: nonBarCellText(cell, days > daysOfTightCells ? 'narrow' : 'wide'),
        people: 0,
        isWork,
      };
  }
}

/** Maximum days in a window whose print has cells wide enough for the longer text around the number of people. */
const daysOfWideCells = 7;
const daysOfTightCells = 14;

function sinceWords({ since }: PlannedTask): string {
  if (since?.kind === 'moved') return daysLaterText(since.days) || 'moved';
  return since?.kind === 'new' ? since.kind : '';
}

function needsOf({ notes, plantLine, materialsLine }: PlannedTask) {
  return {
    ...(notes === '' ? {} : { notes: withoutDirectionMarks(notes) }),
    ...(plantLine === '' ? {} : { plant: withoutDirectionMarks(plantLine) }),
    ...(materialsLine === '' ? {} : { materials: withoutDirectionMarks(materialsLine) }),
  };
}

function toFinishOf({ dates, marks, cells, people }: PlannedTask): PageTask['toFinish'] {
  const why = noWorkInWindowReasons.find((reason) => marks.some((mark) => mark === reason));
  return {
    why: why ?? (dates === undefined ? 'no date' : 'no day of work'),
    ...(cells[0]?.kind === 'carried' ? { people } : {}),
  };
}

/** Names the task by its ID: with task names, links would make up a sixth of the page. */
function subjectOfTask({ ref }: PlannedTask, lookahead: Lookahead): string {
  return personToAskMailSubject(lookahead, plainText(ref));
}

function firmOf(subcontractor: NamedReference | undefined): Pick<PageTask, 'firm'> {
  return subcontractor?.id === undefined ? {} : { firm: subcontractor.id };
}

function openPredecessorsOf({ status, openPredecessors }: PlannedTask): Pick<PageTask, 'after'> {
  const after = openPredecessors.flatMap(
    ({ predecessor: { id, dates, subcontractor }, relation: { label } }) =>
      dates === undefined
        ? []
        : [{ id, label: plainText(label), ...firmOf(subcontractor), ...isoDates(dates) }],
  );
  return after.length === 0 || !isUnfinished(status) ? {} : { after };
}

function missingOf(task: PlannedTask, lookahead: Lookahead): PageTask['missing'] {
  const said = (word: string, says: string, ask: NamedReference | undefined) => ({
    word: plainText(word),
    says: plainText(says),
    ...(ask === undefined ? {} : { ask: askOf(ask, subjectOfTask(task, lookahead)) }),
  });
  return [
    ...task.constraints.map(({ word, causeWithoutName, ask, declined }) => ({
      ...said(word, causeWithoutName, ask),
      isGap: false,
      ...(declined === undefined ? {} : { declined }),
    })),
    ...task.gaps.map(({ word, detail, ask }) => ({
      ...said(word, detail === '' ? word : `${word}: ${detail}`, ask),
      isGap: true,
    })),
  ];
}

function askOf(
  { name, address = '' }: Pick<NamedReference, 'name' | 'address'>,
  subject: string,
): PageContact {
  const known = parseMailAddress(address);
  return { name: plainText(name), ...(known ? { link: mailtoLink(known, subject) } : {}) };
}

/**
 * Stretches of consecutive days of work that reach into the window. A stretch that began earlier keeps its true first
 * day, so that the calendar of the next window gives it the same UID. It ends with the window at the latest, because
 * the plan does.
 */
function stretchReader({
  window,
  project,
}: Pick<Lookahead, 'window' | 'project'>): (task: PlannedTask) => PageTask['runs'] {
  const readDate = wireDateReader(project.timeZone);
  return (task) => {
    const { dates, milestone, worksOn } = task;
    if (dates === undefined || task.status.kind === 'cancelled') return [];
    const isDay = (day: Day) =>
      day >= dates.start && day <= dates.finish && (milestone || isDayWithWork(worksOn, day));
    const hours = milestone ? undefined : hoursOfDay(task, dates.finish);
    const stretches: PageTask['runs'][number][] = [];
    for (let day = window.first; day <= window.last; day = addDays(day, 1)) {
      if (!isDay(day)) continue;
      let first = day;
      while (isDay(addDays(first, -1))) first = addDays(first, -1);
      while (day < window.last && isDay(addDays(day, 1))) day = addDays(day, 1);
      stretches.push({
        first: formatDay(first),
        last: formatDay(day),
        ...(hours && timesOf({ first, last: hours.isNight ? addDays(day, 1) : day }, hours)),
      });
    }
    return stretches;
  };

  /**
   * The hours of each day; undefined if they are not known. If neither start nor finish has a time of day, they are the
   * hours of the shift. A finish at an earlier time of day than the start is only the end of the task, not of each day,
   * so the hours are not known, unless it is the morning after the last night.
   */
  function hoursOfDay({ given, shift }: PlannedTask, last: Day): HoursOfDay | undefined {
    const [start, finish] = [readDate(given.start), readDate(given.finish)];
    if (!hasTime(start) && !hasTime(finish)) return hoursOfShift(project.shifts?.[shift]);
    if (start.kind !== 'date' || finish.kind !== 'date') return undefined;
    const [from, to] = [start.timeMs, finish.timeMs];
    if (from === undefined || to === undefined) return undefined;
    const isNight = finish.day > last;
    return to > from || isNight ? { from, to, isNight } : undefined;
  }

  /** The instants at which the work begins and ends; empty if a clock change leaves no time between them. */
  function timesOf(
    days: { readonly first: Day; readonly last: Day },
    hours: { readonly from: number; readonly to: number },
  ) {
    const times = { from: instantAt(days.first, hours.from), to: instantAt(days.last, hours.to) };
    return Date.parse(times.to) > Date.parse(times.from) ? times : {};
  }

  function instantAt(day: Day, milliseconds: number): string {
    return (
      plainDateFromDay(day)
        .toPlainDateTime()
        // The service may send fractions of a millisecond, which Temporal refuses.
        .add({ milliseconds: Math.floor(milliseconds) })
        .toZonedDateTime(project.timeZone)
        .toInstant()
        .toString()
    );
  }
}

/** In milliseconds after midnight; with `isNight`, `to` is on the next day. */
type HoursOfDay = { readonly from: number; readonly to: number; readonly isNight: boolean };

/** False for midnight, which is how services and planners write a date without a time. */
function hasTime(date: InterpretedDate): boolean {
  return date.kind === 'date' && date.timeMs !== undefined && !date.midnight;
}

function hoursOfShift(hours: ShiftHours | undefined): HoursOfDay | undefined {
  return (
    hours && { from: millisecondsOf(hours.from), to: millisecondsOf(hours.to), isNight: endsNextDay(hours) }
  );
}

/** @param time `HH:MM` */
function millisecondsOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
}
