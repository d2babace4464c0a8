/** A check, a stop, a resume or a change of schedules dies before or after each of its outside effects. */
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import {
  readLatestMailStopOrResume,
  saveMailStopOrResume,
  stoppableMailer,
} from '#runs/messages/stoppable-mailer.ts';
import { reconcileDue } from '#watch/reconcile.ts';
import { aWorld, configurationOf } from '../../support/a-world.ts';
import { aConfigurationText, riverside, weekly } from '../../support/builders/a-configuration.ts';
import { readMails } from '../../support/builders/a-scheduled-site.ts';
import { type Crash, crashingEffects, deathsAt, ProcessCrashed } from '../../support/crashing-process.ts';

/** Two reports are due each day at 07:00, with one contact. */
const configuration = configurationOf(
  aConfigurationText({
    projects: [riverside],
    reports: [
      { ...weekly, when: "{ cron: '0 7 * * *' }" },
      { ...weekly, key: 'nights', when: "{ cron: '0 7 * * *' }" },
    ],
  }),
);

function aSite() {
  const world = aWorld({ configuration });
  const { store, clock, queue, mailer } = world;
  let owners = 0;
  let effects = 0;
  /** Runs a process, which may be killed at an effect. */
  const live = async (
    death: Crash | undefined,
    act: (own: Omit<Parameters<typeof reconcileDue>[1], 'owner'>) => Promise<unknown>,
  ) => {
    const process = crashingEffects({ store, mailer }, death);
    const sent = stoppableMailer(process.external.mailer, {
      store: process.external.store,
      clock,
      resume: 'stop --resume',
    });
    const send: typeof queue.send = (...asked) => process.effect(() => queue.send(...asked));
    const { configuration, sendAgain } = world;
    const own = {
      configuration,
      sendAgain,
      clock,
      ...process.external,
      mailer: sent,
      queue: { ...queue, send },
    };
    await act(own).catch((error: unknown) => {
      if (!(error instanceof ProcessCrashed)) throw error;
    });
    effects = process.effects();
  };
  const check = (
    at: string,
    { death, schedules = 'on' }: { death?: Crash; schedules?: 'on' | 'off' } = {},
  ) => {
    clock.advance(Temporal.Instant.from(at).since(clock.now()));
    return live(death, (own) => reconcileDue(clock.now(), { ...own, schedules, owner: `check-${++owners}` }));
  };
  return {
    ...{ store, queue, check, live, clock },
    effects: () => effects,
    subjects: async () => (await readMails(mailer.taken)).map(({ subject }) => subject),
  };
}

/** Runs a case without a death, and then with each possible death. @returns the number of effects */
async function atEachEffect(story: (death: Crash | undefined) => Promise<number>): Promise<number> {
  const effects = await story(undefined);
  for (const death of deathsAt(effects)) await story(death);
  return effects;
}

/**
 * Expects one notice (marked if an earlier copy may have been sent), or two with the second marked. Late reports may be
 * in the same mail.
 */
function expectLossToldOnce(subjects: readonly string[]): void {
  const told = subjects
    .filter((subject) => subject.includes('Not delivered'))
    .map((subject) => subject.replace(' · Late: 2 reports', ''));
  const subject = 'Not delivered: 8 reports';
  const marked = `${subject} (resent)`;
  expect([[subject], [marked], [subject, marked]]).toContainEqual(told);
}

it('after four days without a check, a contact is notified once of all lost reports, and reports that are still in time are queued', async () => {
  for (const dying of [0, 1]) {
    const effects = await atEachEffect(async (death) => {
      const { check, effects, subjects, queue, store } = aSite();
      await check('2026-11-16T00:05:00Z');
      const times = ['2026-11-20T10:00:00Z', '2026-11-20T10:10:00Z'];
      let last = 0;
      for (const [index, at] of times.entries()) {
        await check(at, index === dying && death ? { death } : {});
        if (index === dying) last = effects();
      }
      for (const at of ['10:20', '10:30', '11:00', '11:20']) await check(`2026-11-20T${at}:00Z`);
      expectLossToldOnce(await subjects());
      const manifests = (await store.list('dispatches/')).filter((key) => key.endsWith('/manifest-1.json'));
      expect(manifests).toHaveLength(5);
      expect(new Set(queue.sent.map(({ job }) => `${job.report} ${job.runId}`))).toEqual(
        new Set(['weekly 2026-11-20T07-00-00Z', 'nights 2026-11-20T07-00-00Z']),
      );
      return last;
    });
    expect(effects).toBeGreaterThan(3);
  }
});

it('a stop or a resume that dies is either stored or not, and repeating it works', async () => {
  const at = Temporal.Instant.from('2026-11-20T10:00:00Z');
  for (const became of ['stopped', 'resumed'] as const) {
    const effects = await atEachEffect(async (death) => {
      const { live, effects, store } = aSite();
      const asked = { at, became, by: 'engineer@laptop' };
      if (became === 'resumed') await saveMailStopOrResume(store, { ...asked, became: 'stopped' });
      await live(death, (own) => saveMailStopOrResume(own.store, asked));
      const last = effects();
      await live(undefined, (own) => saveMailStopOrResume(own.store, asked));
      expect((await readLatestMailStopOrResume(store))?.became).toBe(became);
      expect(await store.list('stops/')).toHaveLength(became === 'stopped' ? 1 : 2);
      return last;
    });
    expect(effects).toBe(1);
  }
});

it('a stop of four days ends in one mail about the reports lost in it, whichever check dies', async () => {
  const days = ['17', '18', '19', '20'];
  for (const dying of [...days, 'resumed', 'after']) {
    await atEachEffect(async (death) => {
      const { check, effects, subjects, store, clock } = aSite();
      await check('2026-11-16T00:05:00Z');
      const by = 'engineer@laptop';
      await saveMailStopOrResume(store, { at: clock.now(), became: 'stopped', by });
      let last = 0;
      const checkOr = async (name: string, at: string) => {
        await check(at, name === dying && death ? { death } : {});
        if (name === dying) last = effects();
      };
      for (const day of days) await checkOr(day, `2026-11-${day}T08:20:00Z`);
      await saveMailStopOrResume(store, { at: clock.now(), became: 'resumed', by });
      await checkOr('resumed', '2026-11-20T08:40:00Z');
      await checkOr('after', '2026-11-20T09:30:00Z');
      for (const at of ['09:40', '10:20', '11:30', '12:00']) await check(`2026-11-20T${at}:00Z`);
      expectLossToldOnce(await subjects());
      return last;
    });
  }
});

it('a pause is recorded even if a check dies while it notices that schedules were turned off or on', async () => {
  for (const dying of ['off', 'on'] as const) {
    await atEachEffect(async (death) => {
      const { check, effects, queue, store } = aSite();
      await check('2026-11-20T05:00:00Z');
      let last = 0;
      const checkOr = async (at: string, schedules: 'on' | 'off', isDying: boolean) => {
        await check(at, { schedules, ...(isDying && death ? { death } : {}) });
        if (isDying) last = effects();
      };
      await checkOr('2026-11-20T06:00:00Z', 'off', dying === 'off');
      await check('2026-11-20T06:10:00Z', { schedules: 'off' });
      await check('2026-11-20T07:20:00Z', { schedules: 'off' });
      await checkOr('2026-11-20T08:00:00Z', 'on', dying === 'on');
      await check('2026-11-20T08:10:00Z');
      expect(queue.sent).toEqual([]);
      expect(await store.list('schedules/pauses/')).toHaveLength(2);
      return last;
    });
  }
});
