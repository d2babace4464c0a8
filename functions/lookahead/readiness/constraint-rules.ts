/** The table of constraints: each makes a task not ready. None can be switched off. */

import type { Dates, Day } from '#base/day.ts';
import { datesText, dayText } from '#lookahead/dates/day-text.ts';
import { type Answer, refusalText } from '#lookahead/promises/answer.ts';
import type { Category } from '#lookahead/reasons.ts';
import { lastDelayReason } from '#lookahead/tasks/delay-entries.ts';
import { hasPassed, hasReadDates } from '#lookahead/tasks/overdue.ts';
import { type Named, ownerFirst, type ReadTask } from '#lookahead/tasks/read-task.ts';
import { relatedName, relationCode } from '#lookahead/tasks/relations.ts';
import type { StatusKind } from '#lookahead/tasks/status.ts';
import { boundDay, type Link, linkFits, type ReadinessData } from './predecessors.ts';
import type { SharedPlace } from './shared-places.ts';

type Words<Subject> = {
  readonly category: Category;
  /** Another task's constraint is the cause, so that the task is behind it. */
  readonly isBehind?: true;
  readonly word: (subject: Subject) => string;
  readonly cause: (subject: Subject, now: ReadinessData) => string;
  readonly ask: (subject: Subject) => Named | undefined;
  /** The task that was declined, if that is the reason. */
  readonly declined?: (subject: Subject) => string | undefined;
  /** The cause without the name of the person who said it. */
  readonly unnamed?: (subject: Subject, now: ReadinessData) => string;
};
type Found<Subject> = Words<Subject> & { readonly holds: (subject: Subject, now: ReadinessData) => boolean };

/** A predecessor that is not ready itself, and the constraint at the beginning of the chain that leads to it. */
export type Wait = Link & { readonly root: ReadTask; readonly because: Said };

type Said = {
  readonly category: Category;
  readonly word: string;
  readonly ask: Named | undefined;
  readonly declined?: string | undefined;
};

type Rule =
  | ({ readonly of: 'task' } & Found<ReadTask>)
  /** For each predecessor, the first that holds counts. */
  | ({ readonly of: 'predecessor' } & Found<Link>)
  | ({ readonly of: 'wait' } & Words<Wait>)
  | ({ readonly of: 'place' } & Words<SharedPlace>);

const hasStatus = (kind: StatusKind) => (task: ReadTask) => task.status.kind === kind;

/** The most consequential first. A rule without its words, its cause or whom to ask does not compile. */
const constraintTable = {
  blocked: {
    of: 'task',
    category: 'other',
    holds: hasStatus('blocked'),
    word: () => 'blocked',
    cause: (task, now) => `Blocked${delaySuffix(task)}, ${plannedText(task, now)}`,
    ask: ownerFirst,
  },
  delayed: {
    of: 'task',
    category: 'other',
    holds: hasStatus('delayed'),
    word: () => 'delayed',
    cause: (task, now) => `Delayed${delaySuffix(task)}, ${plannedText(task, now)}`,
    ask: ownerFirst,
  },
  overdue: {
    of: 'task',
    category: 'planning',
    holds: (task, now) => task.dates !== undefined && hasReadDates(task) && hasPassed(task.dates.finish, now),
    word: () => 'overdue',
    cause: (task, now) =>
      `Due ${dayOrNoDate(task.dates?.finish, now)}, not finished and not replanned${delaySuffix(task)}`,
    ask: ownerFirst,
  },
  declined: {
    of: 'task',
    category: 'other',
    holds: ({ id }, { declined }) => declined.has(id),
    word: () => 'declined',
    cause: ({ id }, now) =>
      declinedText(now.declined.get(id), now, ({ by, audience }) => `${by}, ${audience.name}`),
    unnamed: ({ id }, now) => declinedText(now.declined.get(id), now, ({ audience }) => audience.name),
    ask: ({ subcontractor, owner }) => subcontractor ?? owner,
    declined: ({ id }) => id,
  },
  'predecessor-blocked': {
    of: 'predecessor',
    category: 'predecessor',
    isBehind: true,
    holds: ({ predecessor }) => predecessor.status.kind === 'blocked',
    word: ({ relation }) => `${relation.label} blocked`,
    cause: (link, now) =>
      `${relatedName(link.relation)} is blocked${delaySuffix(link.predecessor)}, ${plannedText(link.predecessor, now)} (${linkCode(link)})`,
    ask: predecessorFirst,
  },
  'predecessor-overdue': {
    of: 'predecessor',
    category: 'predecessor',
    isBehind: true,
    holds: (link, now) => link.ends?.of === 'finish' && boundEndHasPassed(link, now),
    word: ({ relation }) => `${relation.label} overdue`,
    cause: (link, now) =>
      `${relatedName(link.relation)} overdue since ${dayOrNoDate(boundDay(link), now)}${delaySuffix(link.predecessor)} (${linkCode(link)})`,
    ask: predecessorFirst,
  },
  'predecessor-not-begun': {
    of: 'predecessor',
    category: 'predecessor',
    holds: (link, now) => link.ends?.of === 'start' && boundEndHasPassed(link, now),
    word: ({ relation }) => `${relation.label} not begun`,
    cause: (link, now) =>
      `${relatedName(link.relation)} was to start ${dayOrNoDate(boundDay(link), now)} and has not begun${delaySuffix(link.predecessor)} (${linkCode(link)})`,
    ask: predecessorFirst,
  },
  'predecessor-dates': {
    of: 'predecessor',
    category: 'predecessor',
    holds: (link) => boundDay(link) !== undefined && hasReadDates(link.task) && !linkFits(link),
    word: ({ relation, ends }) => `${relation.label} ${endVerb(ends?.of)} too late`,
    cause: (link, now) =>
      `${relatedName(link.relation)} ${endText(link.predecessor, link.ends?.of, now)}, this ${endText(link.task, link.ends?.limits, now)} (${linkCode(link)})`,
    ask: predecessorFirst,
  },
  'shared-place': {
    of: 'place',
    category: 'access',
    word: ({ others }) => `shared with ${others}`,
    cause: ({ others, ref, place, shift, day }, now) =>
      `${others} also ${place} on ${dayText(day, now.reportDay)}, ${shift} (${ref})`,
    ask: ({ task }) => ownerFirst(task),
  },
  'predecessor-waits': {
    of: 'wait',
    category: 'predecessor',
    isBehind: true,
    word: ({ relation }) => `waits for ${relation.label}`,
    cause: (wait, now) => {
      const { predecessor, root, because: first } = wait;
      const behind = root === predecessor ? '' : `, behind ${root.ref}`;
      const reason = first.category === 'predecessor' ? '' : delaySuffix(root);
      return `Waits for ${relatedName(wait.relation)}, ${plannedText(predecessor, now)}${behind}: ${first.word}${reason}`;
    },
    ask: (wait) => wait.because.ask ?? predecessorFirst(wait),
    declined: ({ because }) => because.declined,
  },
} as const satisfies Readonly<Record<string, Rule>>;

export type ConstraintKind = keyof typeof constraintTable;

export type Constraint = Said & {
  readonly kind: ConstraintKind;
  readonly isBehind: boolean;
  readonly cause: string;
  /** The cause without the name of a person who answered. */
  readonly unnamed: string;
};

export const constraintKinds = Object.keys(constraintTable).filter(
  (kind): kind is ConstraintKind => kind in constraintTable,
);
const rules: Readonly<Record<ConstraintKind, Rule>> = constraintTable;

/** A constraint that holds, before its words are made: most are of tasks that the report does not show. */
export type Holding = { readonly kind: ConstraintKind; readonly words: (now: ReadinessData) => Constraint };

function holding<Subject>(kind: ConstraintKind, rule: Words<Subject>, subject: Subject): Holding {
  const { category, isBehind = false, word, cause, unnamed = cause, ask, declined } = rule;
  let made: Constraint | undefined;
  const words = (now: ReadinessData): Constraint => {
    made ??= {
      kind,
      category,
      isBehind,
      word: word(subject),
      // Few plans show the causes of all their tasks.
      get cause() {
        return cause(subject, now);
      },
      get unnamed() {
        return unnamed(subject, now);
      },
      ask: ask(subject),
      declined: declined?.(subject),
    };
    return made;
  };
  return { kind, words };
}

const ofTask = constraintKinds.flatMap((kind) => {
  const rule = rules[kind];
  return rule.of === 'task' ? [{ kind, rule }] : [];
});
const ofPredecessor = constraintKinds.flatMap((kind) => {
  const rule = rules[kind];
  return rule.of === 'predecessor' ? [{ kind, rule }] : [];
});

export function constraintsOfTask(task: ReadTask, now: ReadinessData): Holding[] {
  const found: Holding[] = [];
  for (const { kind, rule } of ofTask) if (rule.holds(task, now)) found.push(holding(kind, rule, task));
  return found;
}

export function constraintOfLink(link: Link, now: ReadinessData): Holding | undefined {
  for (const { kind, rule } of ofPredecessor) if (rule.holds(link, now)) return holding(kind, rule, link);
  return undefined;
}

export function waiting(wait: Wait): Holding {
  return holding('predecessor-waits', constraintTable['predecessor-waits'], wait);
}

export function sharing(place: SharedPlace): Holding {
  return holding('shared-place', constraintTable['shared-place'], place);
}

const ranks = new Map(constraintKinds.map((kind, index) => [kind, index]));

export function byConsequence(a: Holding, b: Holding): number {
  return (ranks.get(a.kind) ?? 0) - (ranks.get(b.kind) ?? 0);
}

function predecessorFirst({ predecessor, task }: Link): Named | undefined {
  return ownerFirst(predecessor) ?? ownerFirst(task);
}

function plannedText({ dates }: ReadTask, { reportDay }: ReadinessData): string {
  return dates === undefined ? 'without dates' : `planned ${datesText(dates, reportDay)}`;
}

function endVerb(end: keyof Dates | undefined): string {
  return end === 'start' ? 'starts' : 'ends';
}

function endText({ dates }: ReadTask, end: keyof Dates | undefined, now: ReadinessData): string {
  return `${endVerb(end)} ${dayOrNoDate(end && dates?.[end], now)}`;
}

/** `Declined Sat 21 Nov by Ana Silva, Pile Co: materials, from Thu 26 Nov` */
function declinedText(
  answer: Answer | undefined,
  { reportDay }: ReadinessData,
  byWhom: (answer: Answer) => string,
): string {
  if (answer === undefined) return 'Declined';
  return `Declined ${dayText(answer.day, reportDay)} by ${byWhom(answer)}: ${refusalText(answer, reportDay)}`;
}

function boundEndHasPassed(link: Link, now: ReadinessData): boolean {
  const day = boundDay(link);
  return day !== undefined && hasPassed(day, now);
}

function linkCode({ relation: { type, lag } }: Link): string {
  return relationCode(type, lag);
}

function dayOrNoDate(day: Day | undefined, { reportDay }: ReadinessData): string {
  return day === undefined ? 'on no date' : dayText(day, reportDay);
}

function delaySuffix({ delays }: ReadTask): string {
  const reason = lastDelayReason(delays);
  return reason === '' ? '' : `: ${reason}`;
}
