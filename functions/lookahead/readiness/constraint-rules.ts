/**
 * The table of constraints: each makes a task not ready. None can be switched off, but other tasks in the same place
 * are a constraint only with `sharedPlace: constraint` in the configuration.
 */

import type { Day, StartAndFinish } from '#base/day.ts';
import { datesText, dayText } from '#lookahead/dates/day-text.ts';
import { type Answer, refusalText } from '#lookahead/promises/answer.ts';
import type { ReasonCategory } from '#lookahead/reasons.ts';
import { lastDelayReason } from '#lookahead/tasks/delay-entries.ts';
import { hasReadableDates, isDayPassedAndReported } from '#lookahead/tasks/overdue.ts';
import {
  type InterpretedTask,
  type NamedReference,
  ownerOrSubcontractor,
} from '#lookahead/tasks/read-task.ts';
import { relatedTaskName, relationCode } from '#lookahead/tasks/relations.ts';
import type { StatusKind } from '#lookahead/tasks/status.ts';
import {
  type PredecessorLink,
  predecessorDatesFit,
  predecessorStartOrFinishDay,
  type ReadinessInput,
} from './predecessors.ts';
import type { SharedPlace } from './shared-places.ts';

type ConstraintWords<Subject> = {
  readonly category: ReasonCategory;
  /** Set if another task's constraint is the cause, so that this task is behind that one. */
  readonly isBehind?: true;
  readonly word: (subject: Subject) => string;
  readonly cause: (subject: Subject, now: ReadinessInput) => string;
  readonly ask: (subject: Subject) => NamedReference | undefined;
  /** Id of the task that was declined, if that is the reason. */
  readonly declined?: (subject: Subject) => string | undefined;
  /** The cause without the name of the person who declined. */
  readonly causeWithoutName?: (subject: Subject, now: ReadinessInput) => string;
};
type RuleWithTest<Subject> = ConstraintWords<Subject> & {
  readonly holds: (subject: Subject, now: ReadinessInput) => boolean;
};

/** A predecessor that is not ready itself, and the constraint at the beginning of the chain that leads to it. */
export type PredecessorWait = PredecessorLink & {
  readonly root: InterpretedTask;
  readonly because: ConstraintSummary;
};

type ConstraintSummary = {
  readonly category: ReasonCategory;
  readonly word: string;
  readonly ask: NamedReference | undefined;
  readonly declined?: string | undefined;
};

type ConstraintRule =
  | ({ readonly of: 'task' } & RuleWithTest<InterpretedTask>)
  /** For each predecessor, only the first of these rules that holds counts. */
  | ({ readonly of: 'predecessor' } & RuleWithTest<PredecessorLink>)
  | ({ readonly of: 'wait' } & ConstraintWords<PredecessorWait>)
  | ({ readonly of: 'place' } & ConstraintWords<SharedPlace>);

const hasStatus = (kind: StatusKind) => (task: InterpretedTask) => task.status.kind === kind;

/** The rules, most consequential first. One without its words, its cause or whom to ask does not compile. */
const constraintTable = {
  blocked: {
    of: 'task',
    category: 'other',
    holds: hasStatus('blocked'),
    word: () => 'blocked',
    cause: (task, now) => `Blocked${delaySuffix(task)}, ${plannedText(task, now)}`,
    ask: ownerOrSubcontractor,
  },
  delayed: {
    of: 'task',
    category: 'other',
    holds: hasStatus('delayed'),
    word: () => 'delayed',
    cause: (task, now) => `Delayed${delaySuffix(task)}, ${plannedText(task, now)}`,
    ask: ownerOrSubcontractor,
  },
  overdue: {
    of: 'task',
    category: 'planning',
    holds: (task, now) =>
      task.dates !== undefined && hasReadableDates(task) && isDayPassedAndReported(task.dates.finish, now),
    word: () => 'overdue',
    cause: (task, now) =>
      `Due ${dayOrNoDate(task.dates?.finish, now)}, not finished and not replanned${delaySuffix(task)}`,
    ask: ownerOrSubcontractor,
  },
  declined: {
    of: 'task',
    category: 'other',
    holds: ({ id }, { declined }) => declined.has(id),
    word: () => 'declined',
    cause: ({ id }, now) =>
      declinedText(now.declined.get(id), now, ({ by, audience }) => `${by}, ${audience.name}`),
    causeWithoutName: ({ id }, now) =>
      declinedText(now.declined.get(id), now, ({ audience }) => audience.name),
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
      `${relatedTaskName(link.relation)} is blocked${delaySuffix(link.predecessor)}, ${plannedText(link.predecessor, now)} (${linkCode(link)})`,
    ask: predecessorOwnerFirst,
  },
  'predecessor-overdue': {
    of: 'predecessor',
    category: 'predecessor',
    isBehind: true,
    holds: (link, now) => link.ends?.predecessorEnd === 'finish' && predecessorEndHasPassed(link, now),
    word: ({ relation }) => `${relation.label} overdue`,
    cause: (link, now) =>
      `${relatedTaskName(link.relation)} overdue since ${dayOrNoDate(predecessorStartOrFinishDay(link), now)}${delaySuffix(link.predecessor)} (${linkCode(link)})`,
    ask: predecessorOwnerFirst,
  },
  'predecessor-not-begun': {
    of: 'predecessor',
    category: 'predecessor',
    holds: (link, now) => link.ends?.predecessorEnd === 'start' && predecessorEndHasPassed(link, now),
    word: ({ relation }) => `${relation.label} not begun`,
    cause: (link, now) =>
      `${relatedTaskName(link.relation)} was to start ${dayOrNoDate(predecessorStartOrFinishDay(link), now)} and has not begun${delaySuffix(link.predecessor)} (${linkCode(link)})`,
    ask: predecessorOwnerFirst,
  },
  'predecessor-dates': {
    of: 'predecessor',
    category: 'predecessor',
    holds: (link) =>
      predecessorStartOrFinishDay(link) !== undefined &&
      hasReadableDates(link.task) &&
      !predecessorDatesFit(link),
    word: ({ relation, ends }) => `${relation.label} ${endVerb(ends?.predecessorEnd)} too late`,
    cause: (link, now) =>
      `${relatedTaskName(link.relation)} ${endText(link.predecessor, link.ends?.predecessorEnd, now)}, this ${endText(link.task, link.ends?.taskEnd, now)} (${linkCode(link)})`,
    ask: predecessorOwnerFirst,
  },
  'shared-place': {
    of: 'place',
    category: 'access',
    word: ({ otherSubcontractors }) => `shared with ${otherSubcontractors}`,
    cause: ({ otherSubcontractors, ref, place, shift, day }, now) =>
      `${otherSubcontractors} also ${place} on ${dayText(day, now.reportDay)}, ${shift} (${ref})`,
    ask: ({ task }) => ownerOrSubcontractor(task),
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
      return `Waits for ${relatedTaskName(wait.relation)}, ${plannedText(predecessor, now)}${behind}: ${first.word}${reason}`;
    },
    ask: (wait) => wait.because.ask ?? predecessorOwnerFirst(wait),
    declined: ({ because }) => because.declined,
  },
} as const satisfies Readonly<Record<string, ConstraintRule>>;

export type ConstraintKind = keyof typeof constraintTable;

export type Constraint = ConstraintSummary & {
  readonly kind: ConstraintKind;
  readonly isBehind: boolean;
  readonly cause: string;
  /** The cause without the name of a person who answered. */
  readonly causeWithoutName: string;
};

export const constraintKinds = Object.keys(constraintTable).filter(
  (kind): kind is ConstraintKind => kind in constraintTable,
);
const rules: Readonly<Record<ConstraintKind, ConstraintRule>> = constraintTable;

/**
 * A constraint that holds. Its texts are written only when needed: most constraints are of tasks that the report does
 * not show.
 */
export type FoundConstraint = {
  readonly kind: ConstraintKind;
  readonly describe: (now: ReadinessInput) => Constraint;
};

function foundConstraint<Subject>(
  kind: ConstraintKind,
  rule: ConstraintWords<Subject>,
  subject: Subject,
): FoundConstraint {
  const { category, isBehind = false, word, cause, causeWithoutName = cause, ask, declined } = rule;
  let made: Constraint | undefined;
  const describe = (now: ReadinessInput): Constraint => {
    made ??= {
      kind,
      category,
      isBehind,
      word: word(subject),
      // Written on access, because few plans show the causes of all their tasks.
      get cause() {
        return cause(subject, now);
      },
      get causeWithoutName() {
        return causeWithoutName(subject, now);
      },
      ask: ask(subject),
      declined: declined?.(subject),
    };
    return made;
  };
  return { kind, describe };
}

const taskRules = constraintKinds.flatMap((kind) => {
  const rule = rules[kind];
  return rule.of === 'task' ? [{ kind, rule }] : [];
});
const predecessorRules = constraintKinds.flatMap((kind) => {
  const rule = rules[kind];
  return rule.of === 'predecessor' ? [{ kind, rule }] : [];
});

export function constraintsOfTaskAlone(task: InterpretedTask, now: ReadinessInput): FoundConstraint[] {
  const found: FoundConstraint[] = [];
  for (const { kind, rule } of taskRules)
    if (rule.holds(task, now)) found.push(foundConstraint(kind, rule, task));
  return found;
}

export function constraintOfPredecessor(
  link: PredecessorLink,
  now: ReadinessInput,
): FoundConstraint | undefined {
  for (const { kind, rule } of predecessorRules)
    if (rule.holds(link, now)) return foundConstraint(kind, rule, link);
  return undefined;
}

export function predecessorWaitsConstraint(wait: PredecessorWait): FoundConstraint {
  return foundConstraint('predecessor-waits', constraintTable['predecessor-waits'], wait);
}

export function sharedPlaceConstraint(place: SharedPlace): FoundConstraint {
  return foundConstraint('shared-place', constraintTable['shared-place'], place);
}

const ranks = new Map(constraintKinds.map((kind, index) => [kind, index]));

export function compareConstraints(a: FoundConstraint, b: FoundConstraint): number {
  return (ranks.get(a.kind) ?? 0) - (ranks.get(b.kind) ?? 0);
}

function predecessorOwnerFirst({ predecessor, task }: PredecessorLink): NamedReference | undefined {
  return ownerOrSubcontractor(predecessor) ?? ownerOrSubcontractor(task);
}

function plannedText({ dates }: InterpretedTask, { reportDay }: ReadinessInput): string {
  return dates === undefined ? 'without dates' : `planned ${datesText(dates, reportDay)}`;
}

function endVerb(end: keyof StartAndFinish | undefined): string {
  return end === 'start' ? 'starts' : 'ends';
}

function endText(
  { dates }: InterpretedTask,
  end: keyof StartAndFinish | undefined,
  now: ReadinessInput,
): string {
  return `${endVerb(end)} ${dayOrNoDate(end && dates?.[end], now)}`;
}

/** `Declined Sat 21 Nov by Ana Silva, Pile Co: materials, from Thu 26 Nov` */
function declinedText(
  answer: Answer | undefined,
  { reportDay }: ReadinessInput,
  byWhom: (answer: Answer) => string,
): string {
  if (answer === undefined) return 'Declined';
  return `Declined ${dayText(answer.day, reportDay)} by ${byWhom(answer)}: ${refusalText(answer, reportDay)}`;
}

function predecessorEndHasPassed(link: PredecessorLink, now: ReadinessInput): boolean {
  const day = predecessorStartOrFinishDay(link);
  return day !== undefined && isDayPassedAndReported(day, now);
}

function linkCode({ relation: { type, lag } }: PredecessorLink): string {
  return relationCode(type, lag);
}

function dayOrNoDate(day: Day | undefined, { reportDay }: ReadinessInput): string {
  return day === undefined ? 'on no date' : dayText(day, reportDay);
}

function delaySuffix({ delays }: InterpretedTask): string {
  const reason = lastDelayReason(delays);
  return reason === '' ? '' : `: ${reason}`;
}
