/**
 * Judges tasks: what speaks against doing each on its days, and what its data does not say. Complete and cancelled tasks
 * are not judged.
 */

import { getOrInsert } from '../../base/get-or-insert.ts';
import type { ReadTask } from '../tasks/read-task.ts';
import type { Selection } from '../tasks/select.ts';
import { isUnfinished } from '../tasks/status.ts';
import {
  byConsequence,
  type Constraint,
  constraintOfLink,
  constraintsOfTask,
  type Holding,
  sharing,
  waiting,
} from './constraints.ts';
import { type Gap, type GapKind, gapKinds, gapsOf, labourShares } from './gaps.ts';
import { type Link, type Links, linksOf, type Now } from './predecessors.ts';
import type { SharedPlace } from './shared-places.ts';

/** A task with neither is ready; with gaps alone it is ready too, and marked `?`. */
export type Readiness = {
  /** The most consequential first. */
  readonly constraints: readonly Constraint[];
  readonly gaps: readonly Gap[];
  /** As in `Links`. */
  readonly predecessorsOutside: number;
};

export type ReadinessRules = {
  readonly gapsOff: readonly GapKind[];
  /** Whether others in a task's place are a constraint, or only news. */
  readonly sharedPlace: 'news' | 'constraint';
};

/** A task of the report, or one on whose being ready such a task depends. */
type Judged = {
  readonly links: Links;
  /** Constraints that do not depend on whether another task is ready, the most consequential first. */
  readonly holding: readonly Holding[];
  /** FS predecessors without such a constraint: the task is ready only if they are. */
  readonly waitsFor: readonly Link[];
};

/** Where a task's chain begins, and its place in the order in which tasks were found not ready: the nearest first. */
type Chain = {
  readonly root: ReadTask;
  readonly order: number;
  /** The most consequential constraint of the root. */
  readonly first: Holding;
};

/**
 * Judges each unfinished task of a report. A predecessor counts whether the report shows it or not. The cost is linear in
 * tasks and relations.
 */
export function checkReadiness(
  selected: Selection['selected'],
  places: ReadonlyMap<ReadTask, SharedPlace>,
  now: Now,
  { gapsOff, sharedPlace }: ReadinessRules,
): ReadonlyMap<ReadTask, Readiness> {
  const open = [...selected.keys()].filter(({ status }) => isUnfinished(status));
  const judged = judgeWithPredecessors(open, sharedPlace === 'constraint' ? places : new Map(), now);
  const chains = followChains(judged);
  const kinds = gapKinds.filter((kind) => !gapsOff.includes(kind));
  const gapNow = { reportDay: now.reportDay, shareWithLabour: labourShares(now.pull) };
  const found = new Map<ReadTask, Readiness>();
  for (const [task, { links, holding, waitsFor }] of judged) {
    if (!selected.has(task)) continue;
    const waits = waitsFor.length > 0 ? waitsOf(waitsFor, chains, now) : [];
    const constraints = [...holding, ...waits].map(({ words }) => words(now));
    const gaps = gapsOf({ task, links: links.open }, kinds, gapNow);
    found.set(task, { constraints, gaps, predecessorsOutside: links.outside });
  }
  return found;
}

/** The tasks, and all that they depend on through FS relations, each once. */
function judgeWithPredecessors(
  tasks: readonly ReadTask[],
  places: ReadonlyMap<ReadTask, SharedPlace>,
  now: Now,
): ReadonlyMap<ReadTask, Judged> {
  const judged = new Map<ReadTask, Judged>();
  const left = tasks.toReversed();
  for (let task = left.pop(); task !== undefined; task = left.pop()) {
    if (judged.has(task)) continue;
    const links = linksOf(task, now);
    const place = places.get(task);
    const holding = constraintsOfTask(task, now);
    if (place) holding.push(sharing(place));
    const waitsFor: Link[] = [];
    for (const link of links.open) {
      const own = constraintOfLink(link, now);
      if (own) holding.push(own);
      else if (link.relation.type === 'FS' && isUnfinished(link.predecessor.status)) waitsFor.push(link);
    }
    judged.set(task, { links, holding: holding.sort(byConsequence), waitsFor });
    for (const { predecessor } of waitsFor) left.push(predecessor);
  }
  return judged;
}

/** From the tasks with a constraint of theirs to all that wait for them, step by step, so that a cycle ends. */
function followChains(judged: ReadonlyMap<ReadTask, Judged>): ReadonlyMap<ReadTask, Chain> {
  const waiting = new Map<ReadTask, ReadTask[]>();
  const chains = new Map<ReadTask, Chain>();
  for (const [task, { holding, waitsFor }] of judged) {
    const [first] = holding;
    if (first) chains.set(task, { root: task, order: chains.size, first });
    for (const { predecessor } of waitsFor) getOrInsert(waiting, predecessor, () => []).push(task);
  }
  // A map visits what is added to it while it is read.
  for (const [task, chain] of chains) {
    for (const behind of waiting.get(task) ?? []) {
      if (!chains.has(behind)) chains.set(behind, { ...chain, order: chains.size });
    }
  }
  return chains;
}

/** The nearest to its root first: it leads there. */
function waitsOf(
  waitsFor: readonly Link[],
  chains: ReadonlyMap<ReadTask, Chain>,
  now: Now,
): readonly Holding[] {
  return waitsFor
    .flatMap((link) => {
      const chain = chains.get(link.predecessor);
      return chain ? [{ link, chain }] : [];
    })
    .sort((a, b) => a.chain.order - b.chain.order)
    .map(({ link, chain: { root, first } }) => waiting({ ...link, root, because: first.words(now) }));
}
