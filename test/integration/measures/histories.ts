/**
 * Delivers a report for some weeks from a site that changes, and compares the measures of its issues with the oracle.
 */

import { Temporal } from 'temporal-polyfill';
import { addDays, type Day, formatDay, mondayOf, parseDay } from '#base/day.ts';
import { windowFor } from '#lookahead/dates/window.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { type ResolvedReport, runObjectKeyValuesOf } from '#runs/look-up-report.ts';
import { scheduledRunId } from '#runs/store/names.ts';
import { anAttempt, aResolvedReport, deliverResolved } from '../../support/builders/a-delivery.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { randomOf, type SeededRandom } from '../../support/simulation/random.ts';
import { changingSite } from './changing-site.ts';
import { type ComparedMeasures, compareReport, type MadeIssue } from './stored.ts';

/** One delivery: what is requested, and the local day and hour at which the tasks are read. */
type Delivery = {
  readonly reportDay: Day;
  readonly readOn: Day;
  readonly hour: number;
  /** Monday of the window. */
  readonly monday: Day;
  readonly kind: 'issue' | 'preview' | 'another report';
};

const firstMonday = mondayOf(parseDay('2026-09-07') ?? never());
const encoder = new TextEncoder();

export async function liveThroughHistory(seed: number, compared: ComparedMeasures): Promise<void> {
  const random = randomOf(`history ${seed}`);
  const site = changingSite(random.fork('site'), firstMonday);
  const store = createMemoryStore();
  const resolved = jobOf(random.fork('job'));
  const made: MadeIssue[] = [];
  let yesterday = firstMonday;
  for (const delivery of deliveriesOf(random.fork('deliveries'))) {
    for (let day = yesterday; day < delivery.readOn; day = addDays(day, 2)) site.live(day);
    yesterday = delivery.readOn;
    const renamed = delivery.monday > addDays(firstMonday, 35) ? 'Weekly plan' : 'Weekly lookahead';
    const { hour, readOn, reportDay, kind } = delivery;
    const at = `${formatDay(readOn)}T${String(hour).padStart(2, '0')}:00:00Z`;
    const own: ResolvedReport = {
      ...resolved,
      report: { key: kind === 'another report' ? 'other' : 'weekly', name: renamed },
      ...(kind === 'preview' ? { testRun: 'preview' } : {}),
      reportDay,
      window: windowFor(addDays(delivery.monday, -7), { weeks: resolved.window.weeks, starts: 'next-week' }),
      runId: scheduledRunId(Temporal.Instant.from(at)),
      dispatchId: scheduledRunId(Temporal.Instant.from(at)),
    };
    const rendered: Lookahead[] = [];
    const result = await deliverResolved(
      own,
      anAttempt({
        store,
        planning: site.service,
        now: () => Temporal.Instant.from(at),
        render: async (lookahead) => {
          rendered.push(lookahead);
          return encoder.encode(`${lookahead.issue.number} ${JSON.stringify(lookahead.audience)}`);
        },
      }),
    );
    if (!['delivered', 'skipped'].includes(result.outcome)) {
      compared.differences.push(`history ${seed}: a report is ${result.outcome}`);
    }
    if (kind === 'issue') made.push({ run: runObjectKeyValuesOf(own), rendered });
  }
  await compareReport(store, { name: `history ${seed}`, made, rules: resolved.rules }, compared);
}

function jobOf(random: SeededRandom): ResolvedReport {
  const weeks = ([1, 1, 1, 2, 3, 6] as const)[random.below(6)] ?? 1;
  const basis = aResolvedReport();
  const shifts = (
    [
      ['day', 'afternoon', 'night', '24hr', 'none'],
      ['day', 'afternoon', 'night', '24hr', 'none'],
      ['day', '24hr', 'none'],
      ['night', 'day'],
    ] as const
  )[random.below(4)];
  const filters = [{}, {}, { locationIds: ['l1', 'l2'] }, { subcontractorIds: ['s1', 's3'] }][
    random.below(4)
  ];
  return {
    ...basis,
    window: windowFor(addDays(firstMonday, -7), { weeks, starts: 'next-week' }),
    rules: {
      ...basis.rules,
      shifts: shifts ?? basis.rules.shifts,
      filters: filters ?? {},
      includeOverdue: random.chance(0.5),
    },
    pull: { weeksBefore: random.below(9), weeksAfter: random.below(6) },
    audiences: ['s1', 's2'].map((id) => ({
      audience: { kind: 'subcontractor', id, name: `Firm ${id}` },
      to: [`${id}@example.com`],
      cc: [],
      replyTo: [],
    })),
    sendWhen: random.chance(0.3) ? 'any-task' : 'always',
  };
}

/** The deliveries in the order in which they are made. */
function deliveriesOf(random: SeededRandom): readonly Delivery[] {
  const weeks = 6 + random.below(4);
  const all: Delivery[] = [];
  let hour = 0;
  const add = (reportDay: Day, rest: Partial<Delivery> = {}) => {
    hour = (hour + 1) % 24;
    const monday = addDays(mondayOf(reportDay), 7);
    all.push({ reportDay, readOn: reportDay, hour, monday, kind: 'issue', ...rest });
  };
  for (let week = 0; week < weeks; week++) {
    const monday = addDays(firstMonday, 7 * week);
    const friday = addDays(monday, 4);
    if (!random.chance(0.15)) {
      // Sometimes the service was down for days.
      add(friday, random.chance(0.1) ? { readOn: addDays(friday, 1 + random.below(5)) } : {});
    }
    if (random.chance(0.2)) add(addDays(friday, random.below(4)), { monday: addDays(monday, 7) });
    if (random.chance(0.1)) add(friday);
    if (random.chance(0.12))
      add(addDays(monday, random.below(7)), { monday: addDays(monday, 14 + 7 * random.below(2)) });
    // Sometimes a window is requested after it has begun, on its Monday or later.
    if (random.chance(0.1)) add(addDays(monday, random.below(3)), { monday });
    // Sometimes a person asks for a report day that is not the day on which the tasks are read.
    if (random.chance(0.06)) add(addDays(friday, random.below(15) - 7), { readOn: friday });
    if (random.chance(0.1)) add(friday, { kind: 'preview' });
    if (random.chance(0.1)) add(friday, { kind: 'another report' });
  }
  return all.toSorted((a, b) => a.readOn - b.readOn || a.hour - b.hour);
}

function never(): never {
  throw new Error('No such day.');
}
