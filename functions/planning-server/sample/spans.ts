import type { RelationType } from './sample-project.ts';
import type { WorkTrain } from './work/work-train.ts';

/** A step's place in its train, in working days from the train's first: from `start` up to, not including, `end`. */
export type Span = {
  readonly start: number;
  readonly end: number;
  /** The step that it depends on, by position, and how; undefined for the first. */
  readonly after: { readonly step: number; readonly type: RelationType; readonly lag: number } | undefined;
};

/** Where each step of a train lies, given the working days of each. A milestone lies on the day that ends at it. */
export function spansOf(work: WorkTrain, days: readonly number[]): Span[] {
  const spans: Span[] = [];
  for (const [step, { overlap, wait = 0 }] of work.activities.entries()) {
    const length = days[step] ?? 1;
    const before = spans[step - 1];
    const end = Math.max(0, ...spans.map((span) => span.end));
    const last = spans.findLastIndex((span) => span.end === end);
    if (!before) {
      spans.push({ start: 0, end: Math.max(1, length), after: undefined });
    } else if (length === 0) {
      spans.push({ start: end - 1, end, after: { step: last, type: 'finish-finish', lag: 0 } });
    } else if (overlap !== undefined && before.start + overlap < before.end) {
      const start = before.start + overlap;
      spans.push({
        start,
        end: start + length,
        after: { step: step - 1, type: 'start-start', lag: overlap },
      });
    } else {
      const start = end + wait;
      spans.push({ start, end: start + length, after: { step: last, type: 'finish-start', lag: wait } });
    }
  }
  return spans;
}
