/** The first screen of a message: what is new, and what a reader has to decide. */
import { dayText } from '../../lookahead/dates/day-text.ts';
import { readyText } from '../../lookahead/grid/grid-text.ts';
import type { Lookahead } from '../../lookahead/lookahead.ts';
import { askerFor, unreadyTasks } from '../../lookahead/readiness/findings.ts';
import { earlierRevision } from '../../lookahead/report-words.ts';
import type { PlannedTask } from '../../lookahead/tasks/planned-task.ts';
import { changeCounts } from './change-blocks.ts';
import { type Block, type Item, plainText } from './mail-body.ts';
import { askWords, markedTitle } from './workload-blocks.ts';

const maxDecisions = 3;

export function newsBlocks(lookahead: Lookahead): readonly Block[] {
  return [{ kind: 'paragraph', text: newsText(lookahead) }];
}

/** `New since revision 2 of week 48, Fri 20 Nov: 3 moved, 1 added.` */
export function newsText(lookahead: Lookahead): string {
  const { changes, issue } = lookahead;
  if (changes === undefined || issue.previous === undefined) return 'New: the first revision of this report.';
  const counts =
    changes.list.length === 0
      ? 'nothing has changed'
      : changeCounts(changes, ['moved', 'removed', 'added', 'finished']) || 'details only';
  return `New since ${earlierRevision(issue.previous, lookahead)}: ${counts}.`;
}

/** Up to three tasks that are not ready: key tasks first, then those of this window, the soonest, the most people. */
export function decisionBlocks(lookahead: Lookahead): readonly Block[] {
  const unready = unreadyTasks(lookahead);
  if (unready.length === 0) return [];
  const askOf = askerFor(lookahead);
  return [
    { kind: 'heading', text: 'To decide' },
    {
      kind: 'items',
      items: unready.slice(0, maxDecisions).map((task) => decision(task, askOf(task), lookahead)),
      more: '',
    },
  ];
}

function decision(task: PlannedTask, asked: string, { reportDay }: Lookahead): Item {
  return {
    tag: task.dates === undefined ? 'no date' : dayText(task.dates.start, reportDay),
    tone: 'attention',
    title: markedTitle(task),
    details: [[plainText(readyText(task)), ...askWords(asked)].join(' · ')],
  };
}
