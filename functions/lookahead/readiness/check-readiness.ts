import { getOrInsert } from '#base/get-or-insert.ts';
import { unreadablePropertiesByTask } from '#lookahead/tasks/pull-misfits.ts';
import type { InterpretedTask } from '#lookahead/tasks/read-task.ts';
import type { Selection } from '#lookahead/tasks/select-tasks.ts';
import { isUnfinished } from '#lookahead/tasks/status.ts';
import {
  type Constraint,
  compareConstraints,
  constraintOfPredecessor,
  constraintsOfTaskAlone,
  type FoundConstraint,
  predecessorWaitsConstraint,
  sharedPlaceConstraint,
} from './constraint-rules.ts';
import { countLabourTasksBySubcontractor, createGapFinder, type DataGap, type GapKind } from './gap-rules.ts';
import {
  findOpenPredecessors,
  type OpenPredecessors,
  type PredecessorLink,
  type ReadinessInput,
} from './predecessors.ts';
import type { SharedPlace } from './shared-places.ts';

/** A task without constraints is ready. If it has gaps, it is marked `?`. */
export type Readiness = {
  readonly constraints: readonly Constraint[];
  readonly gaps: readonly DataGap[];
  readonly predecessorsOutside: number;
};

export type ReadinessRules = {
  readonly gapsOff: readonly GapKind[];
  readonly sharedPlace: 'news' | 'constraint';
};

/** The findings about one unfinished task, before chains of waiting tasks are followed. */
type Judged = {
  readonly links: OpenPredecessors;
  /** Constraints that do not depend on whether another task is ready, the most consequential first. */
  readonly ownConstraints: readonly FoundConstraint[];
  readonly waitsFor: readonly PredecessorLink[];
};

/**
 * The chain of waiting tasks that a task belongs to: the task at which the chain begins, and the first constraint of
 * that task. `order` is the order in which tasks were found not ready, the nearest to a beginning first.
 */
type Chain = {
  readonly root: InterpretedTask;
  readonly order: number;
  readonly first: FoundConstraint;
};

export type CheckedReadiness = {
  readonly ofReport: ReadonlyMap<InterpretedTask, Readiness>;
  /** The constraints of each unfinished task of the pull, whether the report shows it or not. */
  readonly constraints: ReadonlyMap<InterpretedTask, readonly Constraint[]>;
};

/**
 * Checks each unfinished task of the pull: first those of the report, then the others, which a later report will show.
 * The cost is linear in tasks and relations.
 */
export function checkReadiness(
  selected: Selection['selected'],
  places: ReadonlyMap<InterpretedTask, SharedPlace>,
  now: ReadinessInput,
  { gapsOff, sharedPlace }: ReadinessRules,
): CheckedReadiness {
  const gapsOf = createGapFinder(gapsOff, {
    reportDay: now.reportDay,
    shareWithLabour: countLabourTasksBySubcontractor(now.pull, now.reportDay),
    unread: unreadablePropertiesByTask(now.pull.pull.misfits),
  });
  const open = [...selected.keys(), ...now.pull.tasks].filter(({ status }) => isUnfinished(status));
  const judged = judgeWithPredecessors(open, (task) =>
    judge(task, sharedPlace === 'constraint' ? places.get(task) : undefined, now),
  );
  const chains = followChains(judged);
  const constraints = new Map<InterpretedTask, readonly Constraint[]>();
  const ofReport = new Map<InterpretedTask, Readiness>();
  for (const [task, { links, ownConstraints, waitsFor }] of judged) {
    const own = ownConstraints.map(({ describe }) => describe(now));
    for (const { describe } of waitsOf(waitsFor, chains, now)) own.push(describe(now));
    constraints.set(task, own);
    if (!selected.has(task)) continue;
    const gaps = gapsOf({ task, links: links.open });
    ofReport.set(task, { constraints: own, gaps, predecessorsOutside: links.outside });
  }
  return { ofReport, constraints };
}

function judgeWithPredecessors(
  tasks: readonly InterpretedTask[],
  judge: (task: InterpretedTask) => Judged,
): ReadonlyMap<InterpretedTask, Judged> {
  const judged = new Map<InterpretedTask, Judged>();
  const left = tasks.toReversed();
  for (let task = left.pop(); task !== undefined; task = left.pop()) {
    if (judged.has(task)) continue;
    const own = judge(task);
    judged.set(task, own);
    for (const { predecessor } of own.waitsFor) left.push(predecessor);
  }
  return judged;
}

function judge(task: InterpretedTask, place: SharedPlace | undefined, now: ReadinessInput): Judged {
  const links = findOpenPredecessors(task, now);
  const holding = constraintsOfTaskAlone(task, now);
  if (place) holding.push(sharedPlaceConstraint(place));
  const waitsFor: PredecessorLink[] = [];
  for (const link of links.open) {
    const own = constraintOfPredecessor(link, now);
    if (own) holding.push(own);
    else if (link.relation.type === 'FS' && isUnfinished(link.predecessor.status)) waitsFor.push(link);
  }
  return { links, ownConstraints: holding.length > 1 ? holding.sort(compareConstraints) : holding, waitsFor };
}

/**
 * Follows the chains from tasks with a constraint of their own to all tasks that wait for them, breadth first. Each
 * task is visited once, so that a cycle ends.
 */
function followChains(judged: ReadonlyMap<InterpretedTask, Judged>): ReadonlyMap<InterpretedTask, Chain> {
  const waiting = new Map<InterpretedTask, InterpretedTask[]>();
  const chains = new Map<InterpretedTask, Chain>();
  for (const [task, { ownConstraints, waitsFor }] of judged) {
    const [first] = ownConstraints;
    if (first) chains.set(task, { root: task, order: chains.size, first });
    for (const { predecessor } of waitsFor) getOrInsert(waiting, predecessor, () => []).push(task);
  }
  // The loop also visits the entries that are added to the map during it.
  for (const [task, { root, first }] of chains) {
    for (const behind of waiting.get(task) ?? []) {
      if (!chains.has(behind)) chains.set(behind, { root, first, order: chains.size });
    }
  }
  return chains;
}

function waitsOf(
  waitsFor: readonly PredecessorLink[],
  chains: ReadonlyMap<InterpretedTask, Chain>,
  now: ReadinessInput,
): readonly FoundConstraint[] {
  const waits: { readonly link: PredecessorLink; readonly chain: Chain }[] = [];
  for (const link of waitsFor) {
    const chain = chains.get(link.predecessor);
    if (chain) waits.push({ link, chain });
  }
  return waits
    .sort((a, b) => a.chain.order - b.chain.order)
    .map(({ link, chain: { root, first } }) =>
      predecessorWaitsConstraint({ ...link, root, because: first.describe(now) }),
    );
}
