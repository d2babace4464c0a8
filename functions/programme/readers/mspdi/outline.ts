import {
  type Activity,
  type ProblemList,
  type ProgrammeContent,
  ProgrammeError,
  type ProgrammeFolder,
} from '../../programme.ts';
import type { XmlRecord } from '../xml-records.ts';

/** Maximum number of tasks: four times the largest programme that the planning service serves. */
const maxTasks = 200_000;

export type Summaries = ReadonlyMap<string, XmlRecord>;

type Placed = { readonly uid: string; readonly record: XmlRecord; readonly level: number };

/**
 * Tells tasks from summary tasks by outline level, as MS Project does. A task into which a programme is inserted counts as
 * a summary task.
 * @throws ProgrammeError for more tasks than an import reads
 */
export function outlineOf(records: readonly XmlRecord[], report: ProblemList) {
  const kept = records.filter((record) => isInProgramme(record, report));
  const placed = inOrder(kept).flatMap(placedUnlessRepeated(report));
  if (placed.length > maxTasks) {
    throw new ProgrammeError(`the programme has ${placed.length} tasks, and at most ${maxTasks} are read`, {
      remedy: 'Save the part of it that the lookahead is for as a programme of its own.',
    });
  }
  const tasks = new Map<string, { readonly record: XmlRecord; readonly folderKey: string | undefined }>();
  const summaries = new Map<string, XmlRecord>();
  const folders: ProgrammeFolder[] = [];
  const inserted: { readonly uid: string; readonly project: XmlRecord }[] = [];
  const above: Placed[] = [];
  for (const [index, task] of placed.entries()) {
    while ((above.at(-1)?.level ?? 0) >= task.level) above.pop();
    const parentKey = above.at(-1)?.uid;
    const project = task.record.first('Project');
    if (project) inserted.push({ uid: task.uid, project });
    if (project || (placed[index + 1]?.level ?? 0) > task.level) {
      above.push(task);
      summaries.set(task.uid, task.record);
      folders.push({
        key: task.uid,
        parentKey,
        code: task.record.text('WBS') ?? task.record.text('OutlineNumber'),
        name: task.record.text('Name'),
      });
    } else {
      tasks.set(task.uid, { record: task.record, folderKey: parentKey });
    }
  }
  return { tasks, summaries, folders, inserted };
}

/** The row of the project itself. MS Project gives it the UID 0, other programs only the row number and level 0. */
export function isProjectSummary(record: XmlRecord): boolean {
  return record.text('UID') === '0' || (record.number('ID') === 0 && record.number('OutlineLevel') === 0);
}

/** Leaves out the project's own summary task, blank rows, tasks of other programmes, and inactive tasks. */
function isInProgramme(record: XmlRecord, report: ProblemList): boolean {
  if (isProjectSummary(record) || record.flag('IsNull') || record.flag('ExternalTask')) return false;
  const shown = shownTask(record);
  if (record.text('UID') === undefined) {
    report.rejected(record.line, `${shown} has no UID.`);
    return false;
  }
  if (record.text('Active') !== undefined && !record.flag('Active')) {
    report.rejected(record.line, `${shown} is inactive.`);
    return false;
  }
  if (record.flag('IsSubproject') && record.first('Project') === undefined) {
    const problem =
      'stands for another programme, whose tasks are not read; save and import that programme too';
    report.changed(record.line, `${shown} ${problem}.`);
  }
  return true;
}

/** In order of `ID`, the row number, if every task has one; else in the order of the file. */
function inOrder(records: readonly XmlRecord[]): readonly XmlRecord[] {
  const rows = records.map((record) => ({ record, row: record.number('ID') ?? Number.NaN }));
  if (rows.some(({ row }) => Number.isNaN(row))) return records;
  return rows.sort((left, right) => left.row - right.row).map(({ record }) => record);
}

function placedUnlessRepeated(report: ProblemList): (record: XmlRecord) => readonly Placed[] {
  const lines = new Map<string, number>();
  return (record) => {
    const uid = record.text('UID') ?? '';
    const first = lines.get(uid);
    if (first !== undefined) {
      report.rejected(record.line, `${shownTask(record)} has the UID of the task in line ${first}.`);
      return [];
    }
    lines.set(uid, record.line);
    const levels = record.text('OutlineNumber')?.split('.').length;
    return [{ uid, record, level: Math.max(1, record.number('OutlineLevel') ?? levels ?? 1) }];
  };
}

export function shownTask(record: XmlRecord): string {
  const name = record.text('Name');
  const uid = record.text('UID');
  return `Task${uid === undefined ? '' : ` ${uid}`}${name === undefined ? '' : ` ${JSON.stringify(name)}`}`;
}

/**
 * Adds the tasks of an inserted programme below the task that stands for it. Their numbers get that task's number as
 * prefix: `12.3` is task 3 of the programme inserted as 12.
 */
export function withInserted(
  outer: ProgrammeContent,
  uid: string,
  inserted: ProgrammeContent,
): ProgrammeContent {
  const within = (key: string) => `${uid}.${key}`;
  const folder = ({ key, parentKey, ...others }: ProgrammeFolder): ProgrammeFolder => ({
    ...others,
    key: within(key),
    parentKey: parentKey === undefined ? uid : within(parentKey),
  });
  const activity = (each: Activity): Activity => ({
    ...each,
    key: within(each.key),
    code: within(each.key),
    calendarKey: each.calendarKey === undefined ? undefined : within(each.calendarKey),
    folderKey: each.folderKey === undefined ? uid : within(each.folderKey),
    assignments: each.assignments.map((one) => ({ ...one, resourceKey: within(one.resourceKey) })),
    predecessors: each.predecessors.map((link) => ({ ...link, predecessorKey: within(link.predecessorKey) })),
  });
  return {
    ...outer,
    activities: [...outer.activities, ...inserted.activities.map(activity)],
    folders: [...outer.folders, ...inserted.folders.map(folder)],
    calendars: [
      ...outer.calendars,
      ...inserted.calendars.map((calendar) => ({ ...calendar, key: within(calendar.key) })),
    ],
    codes: [...new Set([...outer.codes, ...inserted.codes])],
    fields: [...new Set([...outer.fields, ...inserted.fields])],
  };
}
