import type { LoadOutcome } from '../../end-to-end/many-reports.ts';
import type { CloudFigure } from './bench-cloud.ts';

/** One object with the figures by name. */
export function cloudJson(figures: readonly CloudFigure[], load: LoadOutcome | undefined): string {
  const named = Object.fromEntries(figures.map(({ name, value }) => [name, value]));
  return `${JSON.stringify(load ? { ...named, load } : named)}\n`;
}

export function cloudTable(figures: readonly CloudFigure[], load: LoadOutcome | undefined): string {
  const lines = figures.map(({ name, value, unit, atMost }) => {
    const promise = atMost === undefined ? '' : `≤ ${atMost} ${unit}${value > atMost ? '  MISSED' : ''}`;
    return `${name.padEnd(22)} ${`${value} ${unit}`.padStart(9)}   ${promise}`.trimEnd();
  });
  return `${[...lines, ...(load ? loadLines(load) : [])].join('\n')}\n`;
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
