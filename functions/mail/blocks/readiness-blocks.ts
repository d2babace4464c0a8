/** The reliability of the plan: readiness, changes, open delays and PPC. */
import type { Change, Changes } from '../../lookahead/compare/changes.ts';
import { datesText, dayText } from '../../lookahead/dates/day-text.ts';
import { weeksText } from '../../lookahead/dates/window.ts';
import type { Lookahead } from '../../lookahead/lookahead.ts';
import type { Finding } from '../../lookahead/readiness/findings.ts';
import { earlierRevision, earlierRevisionShort } from '../../lookahead/report-words.ts';
import { shiftTitles } from '../../lookahead/tasks/shift-of-task.ts';
import { countText, percentText } from '../../lookahead/text/quantity-text.ts';
import type { Block, Item } from './mail-body.ts';
import { plainText } from './mail-body.ts';
import { titleOf } from './workload-blocks.ts';

const maxShown = { findings: 8, changes: 10, delays: 6 };

export function readinessBlocks({ readiness }: Lookahead): readonly Block[] {
  if (readiness.of === 0) return [];
  const { ready, of, findings } = readiness;
  const share = `${ready} of ${countText(of, 'task')} ${of === 1 ? 'is' : 'are'} ready (${percentText(ready / of)}).`;
  const shownFindings = findings.slice(0, maxShown.findings);
  const more = findings.length - maxShown.findings;
  const items = byTask(shownFindings).map(findingItem);
  return [
    { kind: 'heading', text: 'Readiness' },
    {
      kind: 'paragraph',
      text: items.length === 0 ? share : `${share} Most urgent first, by the day work should start:`,
    },
    ...list(items, more > 0 ? `and ${countText(more, 'more finding')}, on the Readiness sheet` : ''),
  ];
}

/** Groups consecutive findings of one task, so that its name appears once. */
function byTask(findings: readonly Finding[]): readonly (readonly [Finding, ...Finding[]])[] {
  const groups: [Finding, ...Finding[]][] = [];
  for (const finding of findings) {
    const last = groups.at(-1);
    if (last?.[0].task.id === finding.task.id && last[0].neededBy === finding.neededBy) last.push(finding);
    else groups.push([finding]);
  }
  return groups;
}

function findingItem(group: readonly [Finding, ...Finding[]]): Item {
  const { task, neededBy } = group[0];
  return {
    tag: neededBy === undefined ? 'no date' : dayText(neededBy),
    tone: 'attention',
    title: titleOf(task),
    details: group.map(
      ({ missing, ask }) => `${plainText(missing)}${ask === '' ? '' : ` · ask ${plainText(ask)}`}`,
    ),
  };
}

export function changeBlocks({ changes, issue, window }: Lookahead): readonly Block[] {
  const heading: Block = {
    kind: 'heading',
    text: issue.previous ? `Changed since ${earlierRevision(issue.previous, window)}` : 'Changes',
  };
  if (changes === undefined || issue.previous === undefined) {
    return [
      heading,
      {
        kind: 'paragraph',
        text: 'This is the first revision of this report: there is nothing to compare it with yet.',
      },
    ];
  }
  const since = `Compared with ${earlierRevisionShort(issue.previous, window)}, data of ${plainText(issue.previous.dataDate.label)}`;
  if (changes.list.length === 0)
    return [heading, { kind: 'paragraph', text: `${since}: nothing has changed.` }];
  const ordered = changes.list.toSorted((a, b) => changeOrder.indexOf(a.kind) - changeOrder.indexOf(b.kind));
  const more = ordered.length - maxShown.changes;
  return [
    heading,
    { kind: 'paragraph', text: `${since}: ${changeCounts(changes)}.` },
    ...list(
      ordered.slice(0, maxShown.changes).map(changeItem),
      more > 0 ? `and ${countText(more, 'more change')}, on the Changes sheet` : '',
    ),
  ];
}

/** `3 moved, 1 added`; of all kinds, or of those given. */
export function changeCounts({ counts }: Changes, kinds: readonly Change['kind'][] = changeOrder): string {
  return kinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${changeWords[kind]}`)
    .join(', ');
}

/** First the changes that affect the plans of others most. */
const changeOrder: readonly Change['kind'][] = [
  'moved',
  'removed',
  'added',
  'status',
  'finished',
  'resources',
  'owner',
  'name',
];

const changeWords: Readonly<Record<Change['kind'], string>> = {
  added: 'added',
  removed: 'removed',
  moved: 'moved',
  finished: 'finished',
  status: 'with another status',
  resources: 'with other resources',
  owner: 'with another owner',
  name: 'renamed',
};

function changeItem(change: Change): Item {
  const title = titleOf({ name: change.taskName, ref: change.taskRef });
  const facts = [changeText(change), shiftTitles[change.shift], plainText(change.subcontractor)];
  return {
    tag: change.kind,
    tone: change.kind === 'moved' || change.kind === 'removed' ? 'attention' : 'calm',
    title,
    details: [facts.filter((fact) => fact !== '').join(' · ')],
  };
}

function changeText({ kind, from, to, fromDates, toDates, days }: Change): string {
  const before = fromDates ? datesText(fromDates) : plainText(from);
  const after = toDates ? datesText(toDates) : plainText(to);
  switch (kind) {
    case 'added':
      return after;
    case 'removed':
      return before === '' ? '' : `was ${before}`;
    case 'moved':
      return `${before || 'no dates'} → ${after || 'no dates'}${daysText(days)}`;
    case 'finished':
    case 'status':
    case 'resources':
    case 'owner':
    case 'name':
      return `${plainText(from) || 'none'} → ${plainText(to) || 'none'}`;
  }
}

function daysText(days: number | undefined): string {
  if (days === undefined || days === 0) return '';
  return ` (${countText(Math.abs(days), 'day')} ${days > 0 ? 'later' : 'earlier'})`;
}

export function delayBlocks({ delays }: Lookahead): readonly Block[] {
  const open = delays.lines.filter((line) => line.open);
  if (open.length === 0) return [];
  const more = open.length - maxShown.delays;
  const reasons = delays.perReason
    .slice(0, 3)
    .map(({ reason, count: times }) => `${plainText(reason)} ${times}×`)
    .join(', ');
  return [
    { kind: 'heading', text: 'Delays' },
    {
      kind: 'paragraph',
      text: `${countText(open.length, 'delay')} on work that is not complete.${reasons === '' ? '' : ` Reasons so far: ${reasons}.`}`,
    },
    ...list(
      open
        .slice(0, maxShown.delays)
        .map(({ day, amount, reason, taskName, taskRef, subcontractor }): Item => {
          const lost = amount === undefined ? '' : countText(amount, 'working day');
          const facts = [plainText(reason), lost, plainText(subcontractor)].filter((fact) => fact !== '');
          return {
            tag: day === undefined ? 'no date' : dayText(day),
            tone: 'attention',
            title: titleOf({ name: taskName, ref: taskRef }),
            details: [facts.join(' · ')],
          };
        }),
      more > 0 ? `and ${countText(more, 'more delay')}, on the Delays sheet` : '',
    ),
  ];
}

/** Both PPC figures by name. Without an earlier issue to measure against: "not yet", never 0% or 100%. */
export function ppcBlocks({ ppc }: Lookahead): readonly Block[] {
  const heading: Block = { kind: 'heading', text: `Plan kept in ${weeksText(ppc.week)} (PPC)` };
  if (ppc.kind === 'not yet') {
    const text = `Not yet: no revision from before ${weeksText(ppc.week)} covers it, so it cannot be measured.`;
    return [heading, { kind: 'paragraph', text }];
  }
  const taskDay =
    ppc.taskDay === undefined
      ? 'none: no day was planned'
      : `${percentText(ppc.taskDay)}, the mean over ${countText(ppc.plannedTasks, 'task')} of planned days that happened`;
  const task =
    ppc.task === undefined
      ? 'none: no task was due to finish'
      : `${percentText(ppc.task)}, ${ppc.finished} of ${countText(ppc.dueToFinish, 'task')} due to finish did`;
  return [
    heading,
    { kind: 'paragraph', text: `Task-day PPC: ${taskDay}.` },
    { kind: 'paragraph', text: `Task PPC: ${task}.` },
    {
      kind: 'paragraph',
      text: `Measured against revision ${ppc.plan.number} of ${weeksText(ppc.plan.window)}, data of ${plainText(ppc.plan.dataDate.label)}.`,
    },
  ];
}

function list(items: readonly Item[], more: string): readonly Block[] {
  return items.length === 0 ? [] : [{ kind: 'items', items, more }];
}
