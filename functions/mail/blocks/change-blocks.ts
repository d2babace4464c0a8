/** What changed since the last revision: one item a task, in the order and the words of the Changes sheet. */
import { type ChangedTask, type Changes, changedTasks } from '../../lookahead/compare/changes.ts';
import type { IssueReference } from '../../lookahead/compare/earlier-issue.ts';
import type { ChangeKind } from '../../lookahead/compare/task-differences.ts';
import type { Lookahead } from '../../lookahead/lookahead.ts';
import { earlierRevision, sourceText } from '../../lookahead/report-words.ts';
import { shiftTitles } from '../../lookahead/tasks/select.ts';
import { countText, groupedText } from '../../lookahead/text/quantity-text.ts';
import { type Block, type Item, plainText } from './mail-body.ts';
import { markedTitle, otherName } from './workload-blocks.ts';

const maxTasks = 10;

/** None where nothing changed, or nothing can be compared: the first line of the message says so. */
export function changeBlocks(lookahead: Lookahead): readonly Block[] {
  const { changes, issue } = lookahead;
  const tasks = changedTasks(lookahead);
  if (changes === undefined || issue.previous === undefined || tasks.length === 0) return [];
  const more = tasks.length - maxTasks;
  const data = `Compared with ${comparedWith(issue.previous, lookahead)}`;
  // The counts of the kinds are more than the tasks then.
  const overlap = changes.list.length > tasks.length ? '; some changed in several ways' : '';
  return [
    { kind: 'heading', text: `Changed since ${earlierRevision(issue.previous, lookahead)}` },
    {
      kind: 'paragraph',
      text: `${countText(tasks.length, 'task')} changed: ${changeCounts(changes)}${overlap}. ${data}.`,
    },
    {
      kind: 'items',
      items: tasks.slice(0, maxTasks).map((task) => changeItem(task, lookahead)),
      more: more > 0 ? `and ${countText(more, 'more task')}, on the Changes sheet` : '',
    },
  ];
}

function comparedWith(previous: IssueReference, { reportDay }: Lookahead): string {
  const source = plainText(sourceText(previous, reportDay));
  return previous.programme === undefined ? source : `the ${source}`;
}

/** `3 moved, 1 new`; of all kinds, or of those given. */
export function changeCounts({ counts }: Changes, kinds: readonly ChangeKind[] = order): string {
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
  finished: 'finished',
  status: 'with another status',
  resources: 'with other resources',
  owner: 'with another owner',
  name: 'renamed',
};

function changeItem({ change, key, kinds, words }: ChangedTask, { audience }: Lookahead): Item {
  const facts = [
    words,
    daysText(change.days),
    shiftTitles[change.shift],
    otherName(audience, change.subcontractor),
  ];
  return {
    tag: kinds,
    tone: change.kind === 'moved' || change.kind === 'removed' ? 'attention' : 'calm',
    title: markedTitle({ name: change.taskName, ref: change.taskRef, key }),
    details: [
      facts
        .map(plainText)
        .filter((fact) => fact !== '')
        .join(' · '),
    ],
  };
}

function daysText(days: number | undefined): string {
  if (days === undefined || days === 0) return '';
  return `${countText(Math.abs(days), 'day')} ${days > 0 ? 'later' : 'earlier'}`;
}
