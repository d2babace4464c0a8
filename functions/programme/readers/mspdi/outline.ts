import { type ProblemList, ProgrammeError, type ProgrammeFolder } from '#programme/programme.ts';
import type { ProjectRecord, TaskRecord } from './record-shapes.ts';

/**
 * Tasks of an MS Project file; more are refused. That is four times the largest programme that the planning service
 * serves.
 * @limit importing
 */
const maxTasks = 200_000;

export type SummaryTasksByUid = ReadonlyMap<string, TaskRecord>;

type Placed = { readonly uid: string; readonly record: TaskRecord; readonly level: number };

/**
 * Separates tasks from summary tasks by outline level, as MS Project does. A task into which a programme is inserted
 * counts as a summary task.
 * @throws ProgrammeError for more tasks than an import reads
 */
export function separateSummaryTasks(records: readonly TaskRecord[], report: ProblemList) {
  const placed = placedTasks(records, report);
  if (placed.length > maxTasks) {
    throw new ProgrammeError(`the programme has ${placed.length} tasks, and at most ${maxTasks} are read`, {
      remedy: 'Save only the part that the lookahead is for.',
    });
  }
  const tasks = new Map<string, { readonly record: TaskRecord; readonly folderKey: string | undefined }>();
  const summaries = new Map<string, TaskRecord>();
  const folders: ProgrammeFolder[] = [];
  const inserted: { readonly uid: string; readonly project: ProjectRecord }[] = [];
  const above: Placed[] = [];
  for (const [index, task] of placed.entries()) {
    const { uid, record, level } = task;
    while ((above.at(-1)?.level ?? 0) >= level) above.pop();
    const folderKey = above.at(-1)?.uid;
    const [project] = record.Project;
    if (project) inserted.push({ uid, project });
    if (project || (placed[index + 1]?.level ?? 0) > level) {
      above.push(task);
      summaries.set(uid, record);
      const code = record.WBS ?? record.OutlineNumber;
      folders.push({ key: uid, parentKey: folderKey, code, name: record.Name });
    } else tasks.set(uid, { record, folderKey });
  }
  return { tasks, summaries, folders, inserted };
}

/** The row of the project itself. MS Project gives it the UID 0, other programs only the row number and level 0. */
export function isProjectSummary({ UID, ID, OutlineLevel }: TaskRecord): boolean {
  return UID === '0' || (ID === 0 && OutlineLevel === 0);
}

/**
 * Leaves out the project's own summary task, blank rows and tasks of other programmes. Also leaves out, and reports,
 * inactive tasks and tasks without a UID or with that of an earlier task.
 */
function placedTasks(records: readonly TaskRecord[], report: ProblemList): readonly Placed[] {
  const rejected = (record: TaskRecord, problem: string) => {
    report.rejected(record.line, `${taskUidAndNameText(record)} ${problem}.`);
    return [];
  };
  const lines = new Map<string, number>();
  const listed = records.filter(
    (record) => !(isProjectSummary(record) || record.IsNull || record.ExternalTask),
  );
  return inOrder(listed).flatMap((record): readonly Placed[] => {
    const { UID: uid, line } = record;
    if (uid === undefined) return rejected(record, 'has no UID');
    if (record.Active === false) return rejected(record, 'is inactive');
    const first = lines.get(uid);
    if (first !== undefined) return rejected(record, `has the UID of the task in line ${first}`);
    lines.set(uid, line);
    if (record.IsSubproject && record.Project.length === 0) {
      report.changed(
        line,
        `${taskUidAndNameText(record)} is an inserted programme that is not in the file; save and import that too.`,
      );
    }
    const levels = record.OutlineNumber?.split('.').length;
    return [{ uid, record, level: Math.max(1, record.OutlineLevel ?? levels ?? 1) }];
  });
}

/** The records in order of `ID`, the row number, if every task has one; else in the order of the file. */
function inOrder(records: readonly TaskRecord[]): readonly TaskRecord[] {
  if (records.some(({ ID }) => ID === undefined)) return records;
  return records.toSorted((left, right) => (left.ID ?? 0) - (right.ID ?? 0));
}

export function taskUidAndNameText({ UID: uid, Name: name }: TaskRecord): string {
  return `Task${uid === undefined ? '' : ` ${uid}`}${name === undefined ? '' : ` ${JSON.stringify(name)}`}`;
}
