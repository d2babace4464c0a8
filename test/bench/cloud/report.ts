import type { LoadOutcome } from '../../integration/end-to-end/many-reports.ts';
import type { CloudFigure } from './bench-cloud.ts';

/** The figures as one JSON object, by name. */
export function cloudJson(figures: readonly CloudFigure[]): string {
  return `${JSON.stringify(Object.fromEntries(figures.map(({ name, value }) => [name, value])))}\n`;
}

export function cloudTable(figures: readonly CloudFigure[]): string {
  const lines = figures.map(({ name, value, unit, atMost }) => {
    const promise =
      atMost === undefined ? '' : `≤ ${atMost} ${unit}${isOver(value, atMost) ? '  MISSED' : ''}`;
    return `${name.padEnd(22)} ${`${value} ${unit}`.padStart(9)}   ${promise}`.trimEnd();
  });
  return `${lines.join('\n')}\n`;
}

/**
 * A line for each figure over its limit. Sizes are the same on every machine. Times depend on the machine too, so they
 * count only if a person asks for them on a machine without other work.
 */
export function brokenPromises(
  figures: readonly CloudFigure[],
  times: 'counted' | 'printed only',
): readonly string[] {
  return figures
    .filter(({ value, atMost, unit }) => isOver(value, atMost) && (unit !== 'ms' || times === 'counted'))
    .map(({ name, value, unit, atMost }) => `${name} is ${value} ${unit}, more than ${atMost}`);
}

function isOver(value: number, atMost: number | undefined): boolean {
  return atMost !== undefined && value > atMost;
}

export function brokenDeliveries({ delivered, left }: LoadOutcome): readonly string[] {
  return [
    ...(delivered.otherwise > 0 ? [`${delivered.otherwise} reports not delivered as promised`] : []),
    ...(left > 0 ? [`${left} jobs left in the queues`] : []),
  ];
}

export function deliveryLines({ seconds, planning, delivered, kills, left, memoryMB }: LoadOutcome): string {
  const { once, againMarked, otherwise } = delivered;
  return [
    `delivered: ${once} once, ${againMarked} more than once, marked after the first, ${otherwise} otherwise; ${left} left in the queues`,
    `took ${seconds.toFixed(0)} s; ${kills} workers killed; memory ${memoryMB.early} MB early, ${memoryMB.end} MB at the end`,
    `planning service: ${planning.asked} requests, ${planning.passed} answered, ${planning.limited} over the limit, ${planning.failed} failed`,
    '',
  ].join('\n');
}
