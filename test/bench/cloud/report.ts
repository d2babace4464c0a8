import type { LoadOutcome } from '../../integration/end-to-end/many-reports.ts';
import type { CloudFigure } from './bench-cloud.ts';

/** One object with the figures by name. */
export function cloudJson(figures: readonly CloudFigure[], load: LoadOutcome | undefined): string {
  const named = Object.fromEntries(figures.map(({ name, value }) => [name, value]));
  return `${JSON.stringify(load ? { ...named, load } : named)}\n`;
}

export function cloudTable(figures: readonly CloudFigure[], load: LoadOutcome | undefined): string {
  const lines = figures.map(({ name, value, unit, atMost }) => {
    const promise =
      atMost === undefined ? '' : `≤ ${atMost} ${unit}${isOver(value, atMost) ? '  MISSED' : ''}`;
    return `${name.padEnd(22)} ${`${value} ${unit}`.padStart(9)}   ${promise}`.trimEnd();
  });
  return `${[...lines, ...(load ? loadLines(load) : [])].join('\n')}\n`;
}

/**
 * What was promised and is not so. Sizes and deliveries are the same on every machine; times are the machine's as
 * much as ours, so that they count only where somebody asks for them on a machine that has nothing else to do.
 */
export function brokenPromises(
  figures: readonly CloudFigure[],
  load: LoadOutcome | undefined,
  times: 'counted' | 'printed only',
): readonly string[] {
  const over = figures.filter(
    ({ value, atMost, unit }) => isOver(value, atMost) && (unit !== 'ms' || times === 'counted'),
  );
  return [
    ...over.map(({ name, value, unit, atMost }) => `${name} is ${value} ${unit}, more than ${atMost}`),
    ...(load && load.delivered.otherwise > 0
      ? [`${load.delivered.otherwise} reports not delivered as promised`]
      : []),
    ...(load && load.left > 0 ? [`${load.left} jobs left in the queues`] : []),
  ];
}

function isOver(value: number, atMost: number | undefined): boolean {
  return atMost !== undefined && value > atMost;
}

function loadLines({ seconds, planning, delivered, kills, left, memoryMB }: LoadOutcome): string[] {
  const { once, twiceMarked, otherwise } = delivered;
  return [
    '',
    `delivered: ${once} once, ${twiceMarked} twice with the second marked, ${otherwise} otherwise; ${left} left in the queues`,
    `took ${seconds.toFixed(0)} s; ${kills} workers killed; memory ${memoryMB.early} MB early, ${memoryMB.end} MB at the end`,
    `planning service: ${planning.asked} requests, ${planning.passed} answered, ${planning.limited} over the limit, ${planning.failed} failed`,
  ];
}
