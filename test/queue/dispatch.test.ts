import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { dispatchDue } from '#queue/dispatch.ts';
import { readManifests } from '#queue/due-reports.ts';
import { configurationOf } from '../support/a-world.ts';
import { aConfigurationText, riverside, weekly } from '../support/builders/a-configuration.ts';
import { aClock } from '../support/builders/a-delivery.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { planningErrorOf } from '../support/planning/a-planning-client.ts';
import { recordingQueue } from '../support/recording-queue.ts';

const schedule = { cron: '0 14 * * FRI', timeZone: 'Europe/London' };
const projectNamed = (key: string) => ({ ...riverside, key, projectId: key });
const configurationOfProjects = (...keys: readonly string[]) =>
  configurationOf(aConfigurationText({ projects: keys.map(projectNamed), reports: [weekly] }));

/** A schedule of three projects that fires on Friday the 20th of November at 14:00. */
function aSchedule() {
  const clock = aClock();
  const parts = { store: createMemoryStore(), queue: recordingQueue() };
  const fire = (
    time = '2026-11-20T14:00:00Z',
    configuration = configurationOfProjects('north', 'south', 'west'),
  ) => dispatchDue({ schedule, time: Temporal.Instant.from(time) }, { ...parts, configuration, clock });
  const queued = () => parts.queue.sent.map(({ job }) => job.project);
  return { ...parts, clock, fire, queued };
}

describe('a schedule that fires', () => {
  it('stores what is due and queues it, as first attempts without a delay', async () => {
    const { fire, store, queue } = aSchedule();
    const { dispatchId, ...dispatched } = await fire();
    expect(dispatched).toEqual({ due: 3, manifest: 'written' });
    const manifest = await readManifests(store, dispatchId);
    expect(queue.sent).toEqual(
      manifest?.due.map((due) => ({
        job: { ...due, dispatchId, attempt: 1, broughtBack: 0 },
        delaySeconds: 0,
      })),
    );
    expect([...store.objects.keys()]).toEqual([`dispatches/${dispatchId}/manifest-1.json`]);
  });

  it('queues nothing before it is stored', async () => {
    const { fire, store, queue } = aSchedule();
    const { putOnce } = store;
    store.putOnce = async () => {
      expect(queue.sent).toEqual([]);
      throw new Error('no archive');
    };
    await expect(fire()).rejects.toThrow('no archive');
    expect(queue.sent).toEqual([]);
    store.putOnce = putOnce;
    expect(await fire()).toMatchObject({ manifest: 'written' });
  });

  it('twice queues every job twice, as the first firing stored them', async () => {
    const { fire, queue, clock, queued } = aSchedule();
    await fire();
    clock.advance({ seconds: 20 });
    // A report that was configured in the meantime is left for reconcile to add; a removed one is still delivered.
    const changed = configurationOfProjects('south', 'east');
    expect(await fire('2026-11-20T14:00:00Z', changed)).toMatchObject({ due: 3, manifest: 'found' });
    expect(queued()).toEqual(['north', 'south', 'west', 'north', 'south', 'west']);
    expect(queue.sent.slice(3)).toEqual(queue.sent.slice(0, 3));
  });

  it('again after it failed while queueing loses no job', async () => {
    const { fire, queue, clock, queued } = aSchedule();
    queue.capacity = 1;
    await expect(fire()).rejects.toThrow('2 jobs were not taken');
    queue.capacity = Number.POSITIVE_INFINITY;
    clock.advance({ minutes: 1 });
    await fire();
    expect(new Set(queued())).toEqual(new Set(['north', 'south', 'west']));
  });

  it('and makes nothing due stores no manifest', async () => {
    const { fire, store, queue } = aSchedule();
    const none = configurationOf(
      aConfigurationText({ reports: [{ ...weekly, when: "{ cron: '0 9 * * MON' }" }] }),
    );
    expect(await fire('2026-11-20T14:00:00Z', none)).toMatchObject({ due: 0, manifest: 'none' });
    expect(store.writes).toEqual([]);
    expect(queue.sent).toEqual([]);
  });

  it('is accepted if its clock is a minute ahead', async () => {
    const { fire, clock } = aSchedule();
    clock.advance({ seconds: -65 });
    expect(await fire()).toMatchObject({ manifest: 'written' });
  });
});

describe('the time of a fired schedule', () => {
  it.each([
    [
      'a Thursday night',
      '2026-11-19T03:00:00Z',
      'The schedule 0 14 * * FRI in Europe/London does not fire at 2026-11-19T03:00:00Z. Give a time at which it fires and that has passed; the nearest is 2026-11-13T14:00:00Z.',
    ],
    [
      'a second late',
      '2026-11-13T14:00:01Z',
      'does not fire at 2026-11-13T14:00:01Z. Give a time at which it fires and that has passed; the nearest is 2026-11-13T14:00:00Z.',
    ],
    [
      'between two that have passed',
      '2026-11-10T14:00:00Z',
      'the nearest are 2026-11-06T14:00:00Z and 2026-11-13T14:00:00Z.',
    ],
    [
      'summer time in winter',
      '2026-11-13T13:00:00Z',
      'the nearest are 2026-11-06T14:00:00Z and 2026-11-13T14:00:00Z.',
    ],
    [
      'the next one, which has not come',
      '2026-11-20T14:00:00Z',
      'fires at 2026-11-20T14:00:00Z, which has not come yet. Give a time at which it fires and that has passed; the nearest is 2026-11-13T14:00:00Z.',
    ],
    [
      'years ahead',
      '2030-01-01T00:00:00Z',
      'does not fire at 2030-01-01T00:00:00Z. Give a time at which it fires and that has passed; the nearest is 2026-11-13T14:00:00Z.',
    ],
  ])('is refused if the schedule does not fire then: %s', async (_, time, words) => {
    const { fire, clock, store, queue } = aSchedule();
    clock.advance(Temporal.Instant.from('2026-11-19T10:00:00Z').since(clock.now()));
    const failure = await planningErrorOf(fire(time));
    expect(failure).toMatchObject({ name: 'DispatchTimeError', kind: 'input' });
    expect(String(failure)).toContain(words);
    expect(store.writes).toEqual([]);
    expect(queue.sent).toEqual([]);
  });

  it('is refused if no report can be delivered in time any more', async () => {
    const { fire, clock, queue, store } = aSchedule();
    clock.advance({ hours: 24 });
    const failure = await planningErrorOf(fire());
    expect(failure).toMatchObject({
      name: 'DispatchTimeError',
      message:
        'What was due at 2026-11-20T14:00:00Z can no longer be delivered in time. The next check notifies its contact, unless it was delivered or the contact was notified before; that mail has the command that sends it.',
    });
    expect(store.writes).toEqual([]);
    expect(queue.sent).toEqual([]);
  });

  it('is accepted for as long as any report can be delivered', async () => {
    const { fire, clock } = aSchedule();
    clock.advance({ hours: 23, minutes: 59 });
    expect(await fire()).toMatchObject({ due: 3 });
  });

  it('is the first of two if the clocks show it twice', async () => {
    const { store, queue } = aSchedule();
    const nights = { cron: '30 1 * * *', timeZone: 'Europe/London' };
    const configuration = configurationOf(
      aConfigurationText({
        reports: [{ ...weekly, when: "{ cron: '30 1 * * *', timeZone: Europe/Paris }" }],
      }),
    );
    const now = Temporal.Instant.from('2026-10-25T02:00:00Z');
    const parts = { store, queue, configuration, clock: aClock(now.toString()) };
    const at = (time: string) => dispatchDue({ schedule: nights, time: Temporal.Instant.from(time) }, parts);
    expect(await at('2026-10-25T00:30:00Z')).toMatchObject({ manifest: 'none' });
    await expect(at('2026-10-25T01:30:00Z')).rejects.toThrow('the nearest is 2026-10-25T00:30:00Z.');
  });
});
