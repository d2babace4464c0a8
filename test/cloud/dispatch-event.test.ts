import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { formatDay } from '#base/day.ts';
import { handleDispatchEvent } from '#cloud/dispatch-event.ts';
import { aWorld, configurationOf } from '../support/a-world.ts';
import { aConfigurationText, riverside, weekly } from '../support/builders/a-configuration.ts';
import { windowAfter } from '../support/builders/a-delivery.ts';
import { deep } from '../support/deep-checks.ts';
import { type FakeFiring, firingsBetween } from '../support/fake-scheduler.ts';

const london = { cron: '0 14 * * FRI', timeZone: 'Europe/London' };
const firing = { schedule: '0 14 * * FRI Europe/London', ...london, scheduledTime: '2026-11-20T14:00:00Z' };

const projectNamed = (key: string) => ({ ...riverside, key, projectId: key });
const sydney = { ...projectNamed('harbour'), region: 'au', timeZone: 'Australia/Sydney' };

/** A configuration of three projects in London, one in Sydney, and `count` more. */
function someConfiguration(count = 0) {
  const more = Array.from({ length: count }, (_, index) => projectNamed(`p${index}`));
  const { when: _when, ...onDemand } = weekly;
  const text = aConfigurationText({
    projects: [...['north', 'south', 'west'].map(projectNamed), sydney, ...more],
    reports: [
      weekly,
      // The same schedule in other words, and another schedule that fires in the same minute.
      { ...weekly, key: 'fridays', projects: '[south]', when: "{ cron: '00 14 * * 5' }" },
      { ...weekly, key: 'monthly', projects: '[west]', when: "{ cron: '0 14 20 * *' }" },
      { ...onDemand, key: 'asked-for' },
    ],
  });
  return configurationOf(text);
}

describe('a schedule that fires', () => {
  it('stores what is due in a manifest, and queues a job for each report', async () => {
    const services = aWorld({ configuration: someConfiguration() });
    const dispatched = await handleDispatchEvent(firing, services);
    expect(dispatched).toMatchObject({ due: 4, manifest: 'written' });
    const keys = [...services.store.objects.keys()];
    expect(keys).toEqual([
      expect.stringMatching(/^dispatches\/2026-11-20T14-00-00Z-[0-9a-f]{8}\/manifest-1\.json$/),
    ]);
    expect(services.queue.sent).toHaveLength(4);
    expect(services.queue.sent).toMatchObject(
      [
        ['north', 'weekly'],
        ['south', 'weekly'],
        ['west', 'weekly'],
        ['south', 'fridays'],
      ].map(([project, report]) => ({
        job: {
          project,
          report,
          dispatchId: dispatched.dispatchId,
          runId: '2026-11-20T14-00-00Z',
          window: windowAfter('2026-11-20'),
          contact: 'planner@example.com',
          attempt: 1,
        },
        delaySeconds: 0,
      })),
    );
    expect(services.log.counted.get('ReportsDue')).toBe(4);
    expect(services.log.lines).toMatchObject([
      { level: 'info', message: 'dispatched', fields: { due: 4, runId: '2026-11-20T14:00:00Z' } },
    ]);
  });

  it('queues everything again if it fires twice while nothing is done, and counts nothing twice', async () => {
    const services = aWorld({ configuration: someConfiguration() });
    await handleDispatchEvent(firing, services);
    services.clock.advance({ seconds: 20 });
    expect(await handleDispatchEvent(firing, services)).toMatchObject({ due: 4, manifest: 'found' });
    expect(services.queue.sent).toHaveLength(8);
    expect(services.store.objects.size).toBe(1);
    expect(services.log.counted.get('ReportsDue')).toBe(4);
  });

  it('queues what the first firing stored if it fires twice, even if the configuration has changed', async () => {
    const services = aWorld({ configuration: someConfiguration() });
    await handleDispatchEvent(firing, services);
    services.queue.sent.length = 0;
    services.clock.advance({ hours: 3 });
    const changed = { ...services, configuration: someConfiguration(5) };
    expect(await handleDispatchEvent(firing, changed)).toMatchObject({ due: 4, manifest: 'found' });
    expect(services.queue.sent.map(({ job }) => job.project)).toEqual(['north', 'south', 'west', 'south']);
  });

  it('loses no job if it dies before the last one is queued: fired again, it queues the rest', async () => {
    const services = aWorld({ configuration: someConfiguration() });
    services.queue.capacity = 2;
    await expect(handleDispatchEvent(firing, services)).rejects.toThrow('2 jobs were not taken');
    expect(services.log.lines.at(-1)).toMatchObject({ level: 'error', message: 'not dispatched' });
    services.queue.capacity = Number.POSITIVE_INFINITY;
    services.clock.advance({ minutes: 1 });
    await handleDispatchEvent(firing, services);
    const queued = new Set(services.queue.sent.map(({ job }) => `${job.project} ${job.report}`));
    expect([...queued].sort()).toEqual(['north weekly', 'south fridays', 'south weekly', 'west weekly']);
  });

  it('has a manifest of its own if another schedule fires in the same minute', async () => {
    const services = aWorld({ configuration: someConfiguration() });
    const monthly = { ...firing, cron: '0 14 20 * *' };
    await Promise.all([handleDispatchEvent(firing, services), handleDispatchEvent(monthly, services)]);
    expect(services.store.objects.size).toBe(2);
    expect(services.queue.sent).toHaveLength(5);
  });

  it('reports that it makes nothing due, and writes no manifest', async () => {
    const services = aWorld({ configuration: someConfiguration() });
    const unknown = { ...firing, cron: '0 9 * * FRI', scheduledTime: '2026-11-20T09:00:00Z' };
    expect(await handleDispatchEvent(unknown, services)).toMatchObject({ due: 0, manifest: 'none' });
    expect(services.store.objects.size).toBe(0);
    expect(services.queue.sent).toEqual([]);
    expect(services.log.lines).toMatchObject([{ level: 'error', message: 'nothing is due' }]);
    expect(services.log.counted.get('NothingDue')).toBe(1);
  });

  it.each([
    [{}, /cron: .*timeZone: .*scheduledTime: /],
    [{ ...firing, scheduledTime: '<aws.scheduler.scheduled-time>' }, /scheduledTime: expected an instant/],
    [{ ...firing, cron: 'every Friday' }, /fields, and a schedule has 5/],
    [{ ...firing, scheduledTime: '2026-11-19T03:00:00Z' }, /does not fire at 2026-11-19T03:00:00Z/],
  ])('is refused with a reason if its event is %j', async (event, words) => {
    await expect(handleDispatchEvent(event, aWorld({ configuration: someConfiguration() }))).rejects.toThrow(
      words,
    );
  });
});

const many = deep ? 2_000 : 100;
it(`${many + 4} reports due at the same time are in one manifest, and each has a job`, async () => {
  const services = aWorld({ configuration: someConfiguration(many) });
  expect(await handleDispatchEvent(firing, services)).toMatchObject({ due: many + 4 });
  expect(services.store.objects.size).toBe(1);
  expect(services.queue.sent).toHaveLength(many + 4);
});

describe('across a change of the clocks', () => {
  const fireAtItsTime = (event: FakeFiring, services: ReturnType<typeof aWorld>) => {
    services.clock.advance(Temporal.Instant.from(event.scheduledTime).since(services.clock.now()));
    return handleDispatchEvent(event, services);
  };

  it.each([
    // When the clocks go back, 01:30 comes twice in London, and 02:30 in Sydney.
    ['Europe/London', '30 1 * * *', '2026-10-24T00:00Z', '2026-10-27T00:00Z', 3],
    ['Australia/Sydney', '30 2 * * *', '2026-04-03T12:00Z', '2026-04-06T12:00Z', 3],
    // When the clocks go forward, 01:30 and 02:30 do not exist.
    ['Europe/London', '30 1 * * *', '2026-03-28T00:00Z', '2026-03-31T00:00Z', 2],
    ['Australia/Sydney', '30 2 * * *', '2026-10-02T12:00Z', '2026-10-05T12:00Z', 2],
  ])('%s fires "%s" once on each day on which the time exists', async (timeZone, cron, from, to, days) => {
    const schedule = { cron, timeZone };
    const fired = firingsBetween(schedule, { from, to, times: 2 });
    expect(fired).toHaveLength(2 * days);
    const text = aConfigurationText({
      projects: [{ ...riverside, timeZone }],
      // A schedule inside the skipped hour is refused, so this report has one in a later hour.
      reports: [{ ...weekly, when: `{ cron: '30 5 * * *' }` }],
    });
    const services = aWorld({ configuration: configurationOf(text) });
    const dispatches = new Set<string>();
    for (const event of fired) dispatches.add((await fireAtItsTime(event, services)).dispatchId);
    expect(dispatches.size).toBe(days);
  });

  it('the window is the right seven local dates', async () => {
    const text = aConfigurationText({
      projects: [sydney],
      reports: [{ ...weekly, when: "{ cron: '30 23 * * SUN' }" }],
    });
    const services = aWorld({ configuration: configurationOf(text) });
    const schedule = { cron: '30 23 * * SUN', timeZone: 'Australia/Sydney' };
    // Sundays at 23:30 in Sydney, before and after its clocks go forward on 4 October.
    for (const event of firingsBetween(schedule, { from: '2026-09-27T00:00Z', to: '2026-10-12T00:00Z' })) {
      await fireAtItsTime(event, services);
    }
    expect(
      services.queue.sent.map(({ job }) => [
        job.runId,
        formatDay(job.window.first),
        formatDay(job.window.last),
      ]),
    ).toEqual([
      ['2026-09-27T13-30-00Z', '2026-09-28', '2026-10-04'],
      ['2026-10-04T12-30-00Z', '2026-10-05', '2026-10-11'],
      ['2026-10-11T12-30-00Z', '2026-10-12', '2026-10-18'],
    ]);
  });
});
