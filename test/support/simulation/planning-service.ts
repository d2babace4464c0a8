/** A planning service that is sometimes down. It answers for any project, with the same few tasks. */
import type { Counts } from './counts.ts';
import type { SeededRandom } from './random.ts';
import type { Process, VirtualTime } from './virtual-time.ts';

export type Outage = {
  /** The beginning of the address of the service that is down. */
  readonly service: string;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
  readonly as: '503' | 'refused' | 'slow' | 'half';
};

export type PlanningOptions = {
  readonly time: VirtualTime;
  readonly counts: Counts;
  readonly random: SeededRandom;
  readonly outages: readonly Outage[];
  readonly isKeyGood: (key: string, at: number) => boolean;
  /** Maximum number of requests a second; further ones are answered with 429. */
  readonly perSecond: number;
  /** The share of requests below that rate, and with a good key, that is answered with 503. */
  readonly failing: number;
};

export type SimulatedPlanningService = {
  readonly fetch: (process: Process, url: string, init: RequestInit) => Promise<Response>;
};

export function createPlanningService(options: PlanningOptions): SimulatedPlanningService {
  const { time, counts, random } = options;
  const letIn: number[] = [];

  async function fetch(process: Process, url: string, init: RequestInit): Promise<Response> {
    const signal = init.signal ?? undefined;
    counts.add('planning requests', 1);
    const outage = outageAt(url);
    if (outage) {
      counts.add('planning requests during an outage', 1);
      switch (outage.as) {
        case '503':
          await process.wait(200, signal);
          return new Response('{}', { status: 503 });
        case 'refused':
          await process.wait(5, signal);
          throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });
        case 'slow':
          await process.wait(3_600_000, signal);
          return new Response('{}', { status: 504 });
        case 'half':
          await process.wait(300, signal);
          return new Response('{"paging":{"next":null},"resu');
      }
    }
    const second = time.ms() - 1_000;
    while ((letIn[0] ?? Number.POSITIVE_INFINITY) <= second) letIn.shift();
    if (letIn.length >= options.perSecond) {
      counts.add('planning requests over the limit', 1);
      await process.wait(50, signal);
      return new Response('{}', { status: 429, headers: { 'Retry-After': '1' } });
    }
    letIn.push(time.ms());
    await process.wait(random.between(100, 400), signal);
    const key = new Headers(init.headers).get('x-api-key') ?? '';
    if (!options.isKeyGood(key, time.ms())) return new Response('{}', { status: 401 });
    if (random.chance(options.failing)) return new Response('{}', { status: 503 });
    return new Response(answerTo(new URL(url)));
  }

  function outageAt(url: string): Outage | undefined {
    const now = time.ms();
    return options.outages.find(
      ({ service, from, until }) => url.startsWith(service) && from <= now && now < until,
    );
  }

  return { fetch };
}

function answerTo({ pathname, searchParams }: URL): string {
  const collection = pathname.slice(pathname.lastIndexOf('/') + 1);
  const shift = searchParams.get('shift');
  const items =
    collection === 'tasks'
      ? tasks.filter((task) => shift === null || task.shift === shift)
      : (lists.get(collection) ?? []);
  return JSON.stringify({ paging: { next: null }, results: items });
}

const piling = { id: 's1', name: 'Pile Co' };
const lists = new Map<string, readonly object[]>([
  ['subcontractors', [piling]],
  ['users', [{ id: 'u1', displayName: 'Ana Silva', email: 'ana.silva@example.com' }]],
]);
const tasks = [
  {
    id: 't1',
    name: 'Drive piles',
    shift: 'day',
    start: '2026-11-17',
    finish: '2026-11-27',
    subcontractor: piling,
  },
  { id: 't2', name: 'Pour caps', shift: 'night', start: '2026-11-18', finish: '2026-11-26' },
  { id: 't3', name: 'Survey', shift: 'day', start: '2026-11-25', finish: '2026-12-02' },
];
