/** The table of the planning server, with promised and measured figures. */
import { rmSync } from 'node:fs';
import {
  countBrokenAfterKills,
  countTornReadings,
  fuzz,
  longestAnswerMs,
  memoryMegabytes,
  secondsUntilRevoked,
} from './planning/endurance.ts';
import { loadOf } from './planning/load.ts';
import { emptyFolder, importSample, serveFolder, tasksOf } from './planning/served-folder.ts';
import { big, firstAnswer, singleFilters, weekPages, wireBytes } from './planning/speed.ts';

export type PlanningRow = {
  readonly what: string;
  readonly promised: string;
  readonly measured: string;
  readonly isKept: boolean;
};

/** Megabytes that the service may grow during `fuzz`, including garbage that is only collected on demand. */
const maxGrowth = 40;

/** @param tasks number of tasks of the large project; 50,000 for the table */
export async function benchPlanning(
  tasks: number,
  say: (line: string) => void,
): Promise<readonly PlanningRow[]> {
  const rows: PlanningRow[] = [];
  const add = (what: string, promised: string, measured: string, isKept: boolean) => {
    say(`${what}: ${measured}`);
    rows.push({ what, promised, measured, isKept });
  };
  const size = `${tasks.toLocaleString('en-GB')} tasks`;
  const folder = emptyFolder();
  await importSample(folder, big, tasks);
  await importSample(folder, 'small', 500);

  const seconds = await firstAnswer(folder);
  add(`ready and first answer, ${size}`, '≤ 1 s', `${seconds.toFixed(2)} s`, seconds <= 1);

  const service = await serveFolder(folder);
  await loadOf(service, [tasksOf(big), tasksOf('small')], 1);
  const pages = await weekPages(service, 5_000);
  add(
    `week and shift, 100 a page, all fields, ${size}, 8 connections`,
    '≥ 500 requests/s, p99 ≤ 100 ms',
    `${Math.round(pages.perSecond)} requests/s, p99 ${pages.p99.toFixed(1)} ms (${Math.round(pages.kilobytes)} kB each)`,
    pages.perSecond >= 500 && pages.p99 <= 100,
  );
  const slowest = (await singleFilters(service)).toSorted((one, other) => other.p50 - one.p50)[0];
  add(
    `slowest single filter, with a match or without, ${size}`,
    'p50 ≤ 10 ms',
    `p50 ${slowest?.p50.toFixed(1)} ms (${slowest?.filter})`,
    (slowest?.p50 ?? Number.NaN) <= 10,
  );
  const wire = await wireBytes(service);
  add('full page in gzip', '≤ 22 kB', `${(wire.gzip / 1_000).toFixed(1)} kB`, wire.gzip <= 22_000);
  add('unchanged page (304)', '≤ 350 bytes', `${wire.unchanged} bytes`, wire.unchanged <= 350);
  const stalled = await longestAnswerMs(folder, service, tasks);
  add(
    `longest answer of another project while ${size} are imported and fetched`,
    '≤ 50 ms',
    `${Math.round(stalled.longest)} ms (p99 ${stalled.p99.toFixed(1)} ms)`,
    stalled.longest <= 50,
  );
  const faults = await countBrokenAfterKills(folder, service, 20);
  add('import killed at 20 moments', 'a version served whole', `${faults} times not`, faults === 0);
  const revoked = await secondsUntilRevoked(folder, service);
  add('revoked key', 'refused in ≤ 5 s', `${revoked.toFixed(1)} s`, revoked <= 5);
  const fuzzed = await fuzz(service, 5_000);
  add(
    'fuzz, 5,000 requests',
    'no 500, memory flat',
    `${fuzzed.faults} of 500 or without an answer, ${Math.round(fuzzed.grown)} MB more`,
    fuzzed.faults === 0 && fuzzed.grown <= maxGrowth,
  );
  await service.stop();
  rmSync(folder, { recursive: true });

  const megabytes = await memoryMegabytes(500, 2_000);
  add('500 projects of 2,000 tasks, memory', '≤ 300 MB', `${Math.round(megabytes)} MB`, megabytes <= 300);
  const { mixed, missed } = await countTornReadings(1_000);
  add(
    'paging while versions arrive, 1,000 random interleavings',
    '0 mixed, 0 missed',
    `${mixed} mixed, ${missed} missed`,
    mixed + missed === 0,
  );
  return rows;
}

export function planningTable(rows: readonly PlanningRow[]): string {
  const lines = rows.map(
    ({ what, promised, measured, isKept }) =>
      `| ${what} | ${promised} | ${measured}${isKept ? '' : ' (not kept)'} |`,
  );
  return ['| | promised | measured |', '|---|---|---|', ...lines, ''].join('\n');
}
