import type { RelationType } from '../model/sample-project.ts';
import type { Activity } from '../vocabulary/vocabulary.ts';

/** One activity of a train, in working days from the train's first: from `start` up to, not including, `end`. */
export type Step = {
  readonly activity: Activity;
  /** Working days; 0 is a milestone. */
  readonly duration: number;
  readonly start: number;
  readonly end: number;
  /** The step that it depends on, by position, and how; undefined for the first. */
  readonly after: { readonly step: number; readonly type: RelationType; readonly lag: number } | undefined;
};

/** Lays out a train's activities one after another. A milestone is on the last day of the work it ends. */
export function stepsOf(activities: readonly Activity[], durations: readonly number[]): Step[] {
  const steps: Step[] = [];
  for (const [position, activity] of activities.entries()) {
    const { overlap, wait } = activity;
    const duration = durations[position] ?? 1;
    const before = steps[position - 1];
    const end = lengthOf(steps);
    const last = steps.findLastIndex((step) => step.end === end);
    if (!before) {
      steps.push({ activity, duration, start: 0, end: Math.max(1, duration), after: undefined });
    } else if (duration === 0) {
      const after = { step: last, type: 'finish-finish', lag: 0 } as const;
      steps.push({ activity, duration, start: end - 1, end, after });
    } else if (overlap !== undefined && before.start + overlap < before.end) {
      const start = before.start + overlap;
      const after = { step: position - 1, type: 'start-start', lag: overlap } as const;
      steps.push({ activity, duration, start, end: start + duration, after });
    } else {
      const start = end + wait;
      const after = { step: last, type: 'finish-start', lag: wait } as const;
      steps.push({ activity, duration, start, end: start + duration, after });
    }
  }
  return steps;
}

/** Working days from the first day to the end of the step that ends last. */
export function lengthOf(steps: readonly Step[]): number {
  return Math.max(0, ...steps.map(({ end }) => end));
}
