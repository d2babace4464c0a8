import { type ChangedTask, type Changes, changedTasks } from '../../lookahead/compare/changes.ts';
import type { IssueReference } from '../../lookahead/compare/earlier-issue.ts';
import type { ChangeKind } from '../../lookahead/compare/task-differences.ts';
import { notReadyText, unreadyTasks } from '../../lookahead/compare/unready-tasks.ts';
import { dayText } from '../../lookahead/dates/day-text.ts';
import { firstToAsk, readyText } from '../../lookahead/grid/grid-text.ts';
import type { Lookahead } from '../../lookahead/lookahead.ts';
import type { PlannedTask } from '../../lookahead/planned/planned-task.ts';
import { earlierRevision, sourceText } from '../../lookahead/report-words.ts';
import { shiftTitles } from '../../lookahead/tasks/select.ts';
import { countText, groupedText } from '../../lookahead/text/quantity-text.ts';
import { maxChangedTasks, maxDecisions } from '../limits.ts';
import { type Block, factsLine, firstItems, type Item, plainText } from './mail-body.ts';
import { markedTitle, otherName, withAsk } from './workload-blocks.ts';

export function changeBlocks(lookahead: Lookahead): readonly Block[] {
  const { changes, issue } = lookahead;
  const tasks = changedTasks(lookahead);
  if (changes === undefined || issue.previous === undefined || tasks.length === 0) return [];
  const data = `Compared with ${comparedWith(issue.previous, lookahead)}`;
  const overlap = changes.list.length > tasks.length ? '; some changed in several ways' : '';
  return [
    { kind: 'heading', text: `Changed since ${earlierRevision(issue.previous, lookahead)}` },
    {
      kind: 'paragraph',
      text: `${countText(tasks.length, 'task')} changed: ${changeCounts(changes)}${overlap}. ${data}.`,
    },
    ...firstItems(tasks, {
      max: maxChangedTasks,
      item: (task) => changeItem(task, lookahead),
      noun: 'task',
      where: ', on the Changes sheet',
    }),
  ];
}

function comparedWith(previous: IssueReference, { reportDay }: Lookahead): string {
  const source = plainText(sourceText(previous, reportDay));
  return previous.programme === undefined ? source : `the ${source}`;
}

function changeCounts({ counts }: Changes, kinds: readonly ChangeKind[] = order): string {
  return kinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${groupedText(counts[kind])} ${countedKinds[kind]}`)
    .join(', ');
}

/** First the changes that affect the plans of others most. */
const order: readonly ChangeKind[] = [
  'moved',
  'removed',
  'added',
  'predecessor',
  'status',
  'finished',
  'resources',
  'owner',
  'name',
];

const countedKinds: Readonly<Record<ChangeKind, string>> = {
  added: 'new',
  removed: 'gone',
  moved: 'moved',
  predecessor: 'with a predecessor that moved',
  finished: 'finished',
  status: 'with another status',
  resources: 'with other resources',
  owner: 'with another owner',
  name: 'renamed',
};

function changeItem({ change, key, kinds, words }: ChangedTask, { audience }: Lookahead): Item {
  return {
    tag: kinds,
    tone: change.kind === 'moved' || change.kind === 'removed' ? 'attention' : 'calm',
    title: markedTitle({ name: change.taskName, ref: change.taskRef, key }),
    details: [
      factsLine([
        words,
        daysText(change.days),
        shiftTitles[change.shift],
        otherName(audience, change.subcontractor),
      ]),
    ],
  };
}

function daysText(days: number | undefined): string {
  if (days === undefined || days === 0) return '';
  return `${countText(Math.abs(days), 'working day')} ${days > 0 ? 'later' : 'earlier'}`;
}

export function newsBlocks(lookahead: Lookahead): readonly Block[] {
  return [{ kind: 'paragraph', text: newsText(lookahead) }];
}

export function newsText(lookahead: Lookahead): string {
  const { changes, issue } = lookahead;
  if (changes === undefined || issue.previous === undefined) return 'New: the first revision of this report.';
  const counts =
    changes.list.length === 0
      ? 'nothing has changed'
      : changeCounts(changes, ['moved', 'removed', 'added', 'finished']) || 'details only';
  return `New since ${earlierRevision(issue.previous, lookahead)}: ${counts}.`;
}

export function decisionBlocks(lookahead: Lookahead): readonly Block[] {
  const unready = unreadyTasks(lookahead);
  if (unready.length === 0) return [];
  const { of, ready, withGap } = lookahead.readiness;
  const gaps = withGap === 0 ? '' : `, ${groupedText(withGap)} with a gap in the plan’s data`;
  const share = `${groupedText(ready)} of ${countText(of, 'task')} to do ${of === 1 ? 'is' : 'are'} ready${gaps}`;
  return [
    { kind: 'heading', text: 'To decide' },
    ...firstItems(unready, {
      max: maxDecisions,
      item: (task) => decision(task, lookahead),
      noun: 'task',
      where: ', on the Readiness sheet',
    }),
    // Below, so that a phone's first screen has the three.
    { kind: 'note', text: `${notReadyText(lookahead.readiness)}. ${share}.` },
  ];
}

function decision(task: PlannedTask, { audience, reportDay }: Lookahead): Item {
  return {
    tag: task.dates === undefined ? 'no date' : dayText(task.dates.start, reportDay),
    tone: 'attention',
    title: markedTitle(task),
    details: [withAsk([plainText(readyText(task))], firstToAsk(task), audience)],
  };
}
