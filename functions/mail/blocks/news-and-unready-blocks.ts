import { detailsLine, plainText, shortPlainText } from '#display/plain-text.ts';
import {
  daysLaterText,
  joinWithPersonToAsk,
  nameUnlessReader,
  titleWithKeyTaskMark,
} from '#display/task-words.ts';
import {
  type ChangedTask,
  type ChangesWithCounts,
  changedTasks,
  changeKindNames,
} from '#lookahead/compare/changes.ts';
import type { ChangeKind } from '#lookahead/compare/task-differences.ts';
import { notReadyText, readyShareText, unreadyTasks } from '#lookahead/compare/unready-tasks.ts';
import { dayText } from '#lookahead/dates/day-text.ts';
import { shortReadyText } from '#lookahead/grid/grid-text.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import { earlierRevisionText } from '#lookahead/report-words.ts';
import { shiftTitles } from '#lookahead/tasks/select-tasks.ts';
import { countText, groupedNumberText } from '#lookahead/text/quantity-text.ts';
import { type MailBlock, type MailItem, shortenedListBlocks } from './mail-body.ts';

/** Maximum number of tasks in each list: a reader sees both lists at a glance. */
const maxNews = 3;
const maxUnready = 3;

/** Blocks, and the tasks that they name: a mail names each task once. */
export type BlocksWithTasks = {
  readonly blocks: readonly MailBlock[];
  readonly tasks: readonly PlannedTask[];
};

export type ChangedTasksById = ReadonlyMap<string, ChangedTask>;

export function changedTasksById(lookahead: Lookahead): ChangedTasksById {
  return new Map(changedTasks(lookahead).map((task) => [task.change.taskId, task]));
}

/** `, with changes since Fri 20 Nov` for the heading above a list of tasks; empty if none of them has changed. */
export function changesSinceText(
  tasks: readonly PlannedTask[],
  changes: ChangedTasksById,
  { issue: { previous }, reportDay }: Lookahead,
): string {
  return previous !== undefined && tasks.some(({ id }) => changes.has(id))
    ? `, with changes since ${dayText(previous.reportDay, reportDay)}`
    : '';
}

/**
 * @param listed blocks that already name tasks with their changes
 * @param place where these blocks are: `under Not ready`
 */
export function newsBlocks(
  lookahead: Lookahead,
  listed: BlocksWithTasks,
  place: string,
): readonly MailBlock[] {
  const { changes, issue } = lookahead;
  const changed = changedTasks(lookahead);
  if (changes === undefined || issue.previous === undefined || changed.length === 0) {
    return [{ kind: 'paragraph', text: newsText(lookahead) }];
  }
  const named = new Set(listed.tasks.map(({ id }) => id));
  const others = changed.filter(({ change }) => !named.has(change.taskId));
  const elsewhere = changed.length - others.length;
  const which = elsewhere === 0 ? '' : `; ${groupedNumberText(elsewhere)} of them ${place}`;
  const shown = others.filter(({ minor }) => !minor);
  return [
    { kind: 'heading', text: `New since ${earlierRevisionText(issue.previous, lookahead)}` },
    {
      kind: 'paragraph',
      text: `${countText(changed.length, 'task')} changed: ${changeCounts(changes)}${which}.`,
    },
    ...shortenedListBlocks(shown, {
      max: maxNews,
      item: (task) => changeItem(task, lookahead),
      noun: 'task',
    }),
  ];
}

const countedKinds: readonly ChangeKind[] = ['moved', 'removed', 'added', 'finished'];

function changeCounts({ counts, tasks }: ChangesWithCounts): string {
  const shown = countedKinds.filter((kind) => counts[kind] > 0);
  const others = shown.reduce((rest, kind) => rest - counts[kind], tasks);
  if (shown.length === 0) return 'details only';
  const words = shown.map((kind) => `${groupedNumberText(counts[kind])} ${changeKindNames[kind]}`);
  return [...words, ...(others === 0 ? [] : [`${groupedNumberText(others)} in details`])].join(', ');
}

function changeItem({ change, kinds, words }: ChangedTask, { audience }: Lookahead): MailItem {
  return {
    tag: kinds,
    tone: change.kind === 'moved' || change.kind === 'removed' ? 'attention' : 'calm',
    title: titleWithKeyTaskMark({ name: change.taskName, ref: change.taskRef, key: change.key }),
    details: [
      detailsLine([
        words,
        daysLaterText(change.days),
        shiftTitles[change.shift],
        change.location ?? shortPlainText(nameUnlessReader(audience, change.subcontractor)),
      ]),
    ],
  };
}

export function newsText(lookahead: Lookahead): string {
  const { changes, issue } = lookahead;
  if (changes === undefined || issue.previous === undefined) return 'New: the first revision of this report.';
  const counts = changes.list.length === 0 ? 'nothing has changed' : changeCounts(changes);
  return `New since ${earlierRevisionText(issue.previous, lookahead)}: ${counts}.`;
}

export function unreadyBlocks(lookahead: Lookahead, changes: ChangedTasksById): BlocksWithTasks {
  const unready = unreadyTasks(lookahead);
  if (unready.length === 0) return { blocks: readyShareBlocks(lookahead), tasks: [] };
  const tasks = unready.slice(0, maxUnready);
  const blocks: readonly MailBlock[] = [
    { kind: 'heading', text: `Not ready${changesSinceText(tasks, changes, lookahead)}` },
    ...shortenedListBlocks(unready, {
      max: maxUnready,
      item: (task) => unreadyItem(task, lookahead, changes),
      noun: 'task',
    }),
    { kind: 'note', text: `${notReadyText(lookahead.readiness)}. ${readyShareText(lookahead.readiness)}` },
  ];
  return { blocks, tasks };
}

/** The share of ready tasks, for mails without a Not ready list. */
export function readyShareBlocks({ readiness }: Lookahead): readonly MailBlock[] {
  return readiness.withGap === 0 ? [] : [{ kind: 'note', text: readyShareText(readiness) }];
}

function unreadyItem(task: PlannedTask, lookahead: Lookahead, changes: ChangedTasksById): MailItem {
  const changed = changes.get(task.id);
  const change =
    changed && `${changed.kinds}: ${detailsLine([changed.words, daysLaterText(changed.change.days)])}`;
  return {
    tag: task.dates === undefined ? 'no date' : dayText(task.dates.start, lookahead.reportDay),
    tone: 'attention',
    title: titleWithKeyTaskMark(task),
    details: [
      joinWithPersonToAsk([plainText(shortReadyText(task))], task, lookahead),
      ...(change === undefined ? [] : [change]),
    ],
  };
}
