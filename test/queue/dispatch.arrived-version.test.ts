import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, vi } from 'vitest';
import { versionManifestKeyTemplate } from '#planning/contract/version-keys.ts';
import { dispatchDue } from '#queue/dispatch.ts';
import { readLookBackPeriod } from '#watch/look-back.ts';
import { recoverAndFindOpenDispatches } from '#watch/open-dispatches.ts';
import { configurationOf } from '../support/a-world.ts';
import { aConfigurationText, riverside, weekly } from '../support/builders/a-configuration.ts';
import { aClock } from '../support/builders/a-delivery.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { recordingQueue } from '../support/recording-queue.ts';

const friday = { cron: '0 14 * * FRI', timeZone: 'Europe/London' };
const instant = (text: string) => Temporal.Instant.from(text);
const lastFriday = instant('2026-11-13T14:00:00Z');
const thisFriday = instant('2026-11-20T14:00:00Z');
const thursday = '2026-11-19T10:00:00Z';

const onImport = { ...weekly, when: "{ onImport: true, atLatest: '0 14 * * FRI' }" };

/** A report that waits for a version of its programme, and one with a schedule only. */
function aSite(reports = [onImport, { ...weekly, key: 'friday' }]) {
  const configuration = configurationOf(aConfigurationText({ projects: [riverside], reports }));
  const store = createMemoryStore();
  const programmes = createMemoryStore();
  const queue = recordingQueue();
  const arrive = (number: number, importedAt: string) =>
    programmes.putOnce(
      versionManifestKeyTemplate.key({ region: 'gb', projectId: 'riverside-tower', version: number }),
      new TextEncoder().encode(JSON.stringify({ importedAt })),
      'application/json',
    );
  const checked = async (at: string) => {
    const parts = { configuration, store, programmes, queue };
    return recoverAndFindOpenDispatches(instant(at), await readLookBackPeriod(store, instant(at)), parts);
  };
  const check = async (at: string) =>
    (await checked(at)).flatMap((one) => ('reports' in one && one.reports.length > 0 ? [one] : []));
  const fire = (time: Temporal.Instant) =>
    dispatchDue(
      { schedule: friday, time },
      { configuration, store, programmes, queue, clock: aClock(time.toString()) },
    );
  const queued = () => queue.sent.map(({ job }) => `${job.report} due ${job.due}`);
  return { arrive, check, checked, fire, queued, programmes };
}

describe('a report that waits for an import', () => {
  it('is due when a version arrives, once, for the window of that day', async () => {
    const { arrive, check, queued } = aSite();
    await check('2026-11-19T09:50:00Z');
    expect(queued()).toEqual([]);
    await arrive(1, thursday);
    const [open] = await check('2026-11-19T10:10:00Z');
    expect(open).toMatchObject({ arrived: 1, added: 0, manifestMissing: false });
    await check('2026-11-19T10:20:00Z');
    expect(queued()).toEqual([`weekly due ${thursday}`]);
  });

  it('is not due again at its latest time, but other reports of the schedule are', async () => {
    const { arrive, check, fire, queued } = aSite();
    await arrive(1, thursday);
    await check('2026-11-19T10:10:00Z');
    expect(await fire(thisFriday)).toMatchObject({ due: 1, manifest: 'written' });
    await check('2026-11-20T14:30:00Z');
    expect(queued()).toEqual([`weekly due ${thursday}`, `friday due ${thisFriday}`]);
  });

  it('is due at its latest time if no version has arrived since the previous one', async () => {
    const { arrive, check, fire, queued } = aSite();
    await arrive(1, '2026-11-12T10:00:00Z');
    await check('2026-11-12T10:10:00Z');
    await fire(lastFriday);
    await fire(thisFriday);
    expect(queued()).toEqual([
      'weekly due 2026-11-12T10:00:00Z',
      `friday due ${lastFriday}`,
      `weekly due ${thisFriday}`,
      `friday due ${thisFriday}`,
    ]);
  });

  it('is due only once, at its latest time, if the version arrived just before that', async () => {
    const { arrive, check, fire, queued } = aSite();
    await arrive(1, '2026-11-20T13:59:00Z');
    await fire(thisFriday);
    await check('2026-11-20T14:05:00Z');
    expect(queued()).toEqual([`weekly due ${thisFriday}`, `friday due ${thisFriday}`]);
  });

  it('is due for each version, but only for the newest of two that came between two checks', async () => {
    const { arrive, check, queued } = aSite();
    await arrive(9, '2026-11-18T09:00:00Z');
    await check('2026-11-18T09:10:00Z');
    await arrive(10, '2026-11-18T15:00:00Z');
    await arrive(11, '2026-11-18T15:05:00Z');
    await check('2026-11-18T15:10:00Z');
    expect(queued()).toEqual(['weekly due 2026-11-18T09:00:00Z', 'weekly due 2026-11-18T15:05:00Z']);
  });

  it('is not due for a version that arrived so long ago that its deadline has passed', async () => {
    const { arrive, check, queued } = aSite();
    await arrive(1, '2026-11-16T10:00:00Z');
    await check('2026-11-18T10:00:00Z');
    expect(queued()).toEqual([]);
  });
});

describe('a version whose manifest cannot be read', () => {
  const isUnreadable = (programmes: ReturnType<typeof aSite>['programmes']) =>
    programmes.putOnce('programmes/gb/riverside-tower/1.json', new TextEncoder().encode('{'), '');

  it('does not stop reports from being due at their latest time', async () => {
    const { fire, programmes, queued } = aSite();
    await isUnreadable(programmes);
    expect(await fire(thisFriday)).toMatchObject({ due: 2 });
    expect(queued()).toEqual([`weekly due ${thisFriday}`, `friday due ${thisFriday}`]);
  });

  it('is reported by each check, which checks everything else', async () => {
    const { programmes, check, checked, queued } = aSite();
    await check('2026-11-20T13:00:00Z');
    await isUnreadable(programmes);
    expect(await checked('2026-11-20T14:20:00Z')).toEqual([
      {
        of: 'the versions of project riverside',
        unreadable: expect.stringContaining('programmes/gb/riverside-tower/1.json cannot be read'),
      },
      expect.objectContaining({ added: 2, manifestMissing: true }),
    ]);
    expect(queued()).toEqual([`weekly due ${thisFriday}`, `friday due ${thisFriday}`]);
  });
});

it('the newest version of a project is read once, however many of its reports wait for it', async () => {
  const { programmes, fire } = aSite([onImport, { ...onImport, key: 'second' }]);
  const lists = vi.spyOn(programmes, 'list');
  expect(await fire(thisFriday)).toMatchObject({ due: 2 });
  expect(lists).toHaveBeenCalledTimes(1);
});
