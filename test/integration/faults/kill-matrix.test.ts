import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import type { OutgoingMessage } from '#mail/transport/mailer.ts';
import { type SesEvent, saveSesEvent } from '#watch/ses-event.ts';
import {
  aClock,
  aResolvedReport,
  aSendEvent,
  jsonOfObject,
  subjectOf,
} from '../../support/builders/a-delivery.ts';
import type { Crash } from '../../support/crashing-process.ts';
import { deep } from '../../support/deep-checks.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { createRecordingMailer } from '../../support/recording-mailer.ts';
import { repeatedAttempts } from './repeated-attempts.ts';

const resolved = aResolvedReport();
const run = 'issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/';

/** The things that outlive a process: the store, the mail service and the time. */
function aWorld(mail: { readonly repeatable: boolean }) {
  const store = createMemoryStore();
  const mailer = createRecordingMailer(mail);
  const clock = aClock();
  const attempt = repeatedAttempts(resolved, { store, mailer, now: clock.now });
  return { store, mailer, clock, attempt };
}

function copiesOf(taken: readonly OutgoingMessage[], message: string): readonly string[] {
  return taken.filter((one) => one.message === message).map(subjectOf);
}

/** Expects one issue: its number 1, its `issue.json` and its two workbooks. */
async function expectOneIssue(store: ReturnType<typeof createMemoryStore>): Promise<void> {
  const keys = await store.list('');
  expect(keys.filter((key) => key.includes('/numbers/'))).toEqual([
    'issues/riverside/weekly/2026-11-23_2026-11-29/numbers/1.json',
  ]);
  expect(keys.filter((key) => key.endsWith('issue.json'))).toEqual([`${run}issue.json`]);
  expect(keys.filter((key) => key.endsWith('.xlsx'))).toHaveLength(2);
  expect(jsonOfObject(await store.get(`${run}issue.json`))).toMatchObject({ number: 1 });
}

const subjects = {
  everyone: 'Riverside Tower W48: 2 tasks, 2 with a gap in the data (Weekly lookahead rev 1)',
  'subcontractor-s1':
    'Riverside Tower W48: 1 task, 1 with a gap in the data; only Pile Co (Weekly lookahead rev 1)',
};
const { effects } = await aWorld({ repeatable: true }).attempt();
const deaths: Crash[] = Array.from({ length: effects }, (_, index) => index + 1).flatMap((effect) => [
  { effect, moment: 'before' as const },
  { effect, moment: 'after' as const },
]);
const named = deaths.map((death) => ({
  ...death,
  name: `${death.moment} effect ${death.effect} of ${effects}`,
}));

it('a run has 14 effects at which it can be killed: a pull, eleven objects, two sends', () => {
  expect(effects).toBe(14);
});

describe('a run that dies, and the next attempt', () => {
  it.each(named)('$name: make one issue, and one copy in an outbox', async (death) => {
    const { store, mailer, attempt } = aWorld({ repeatable: true });
    expect((await attempt(death)).result).toBeUndefined();
    expect((await attempt()).result).toMatchObject({ issueNumber: 1 });
    await expectOneIssue(store);
    for (const message of ['everyone', 'subcontractor-s1']) {
      const copies = mailer.taken.filter((taken) => taken.message === message);
      expect(copies.length).toBeGreaterThan(0);
      // An outbox keeps one file per message, so all copies have to be the same.
      for (const copy of copies) expect(copy).toEqual(copies[0]);
    }
    expect((await attempt()).result).toMatchObject({ outcome: 'already delivered' });
  });

  it.each(named)('$name: send each message once, or twice with the second marked', async (death) => {
    const { store, mailer, clock, attempt } = aWorld({ repeatable: false });
    await attempt(death);
    const next = await attempt();
    clock.advance({ minutes: 35 });
    const last = await attempt();
    expect([next.result?.outcome, last.result?.outcome]).toSatisfy(
      ([early, late]) =>
        (early === 'incomplete' && late === 'delivered') ||
        (early === 'delivered' && late === 'already delivered') ||
        (early === 'already delivered' && late === 'already delivered'),
    );
    await expectOneIssue(store);
    for (const [message, subject] of Object.entries(subjects)) {
      expect([[subject], [`${subject} (resent)`], [subject, `${subject} (resent)`]]).toContainEqual(
        copiesOf(mailer.taken, message),
      );
    }
  });

  it.each(named)('$name: send each message once if sends leave a record', async (death) => {
    const { store, mailer, clock, attempt } = aWorld({ repeatable: false });
    await attempt(death);
    for (const message of mailer.taken) await saveSesEvent(store, aSendEvent(message), clock.now());
    clock.advance({ minutes: 36 });
    expect((await attempt()).result?.outcome).toMatch(/delivered/);
    await expectOneIssue(store);
    for (const message of ['everyone', 'subcontractor-s1']) {
      expect(copiesOf(mailer.taken, message)).toHaveLength(1);
    }
  });

  it('send every message, and only the first copy unmarked, however often the run dies', async () => {
    const death = fc.record<Crash>({
      effect: fc.integer({ min: 1, max: effects }),
      moment: fc.constantFrom('before', 'after'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(death, fc.integer({ min: 0, max: 40 })), { maxLength: 6 }),
        async (lives) => {
          const { store, mailer, clock, attempt } = aWorld({ repeatable: false });
          for (const [end, minutes] of lives) {
            await attempt(end);
            clock.advance({ minutes });
          }
          clock.advance({ minutes: 36 });
          expect((await attempt()).result?.outcome).toMatch(/^(already )?delivered$/);
          await expectOneIssue(store);
          for (const [message, subject] of Object.entries(subjects)) {
            const [first, ...others] = copiesOf(mailer.taken, message);
            expect([subject, `${subject} (resent)`]).toContain(first);
            for (const other of others) expect(other).toBe(`${subject} (resent)`);
          }
        },
      ),
      { numRuns: deep ? 150 : 12, seed: 20_261_120 },
    );
  });

  it('send no second copy, however often the run dies, if every record arrives within 35 minutes', async () => {
    const death = fc.record<Crash>({
      effect: fc.integer({ min: 1, max: effects }),
      moment: fc.constantFrom('before', 'after'),
    });
    const life = fc.tuple(death, fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 35 }));
    await fc.assert(
      fc.asyncProperty(fc.array(life, { maxLength: 6 }), async (lives) => {
        const { store, mailer, clock, attempt } = aWorld({ repeatable: false });
        let records: { readonly due: Temporal.Instant; readonly event: SesEvent }[] = [];
        let recorded = 0;
        const record = (delay: number) => {
          const at = clock.now();
          const due = at.add({ minutes: delay });
          const sent = mailer.taken.slice(recorded);
          records.push(...sent.map((message) => ({ due, event: aSendEvent(message, at.toString()) })));
          recorded = mailer.taken.length;
        };
        const pass = async (minutes: number) => {
          clock.advance({ minutes });
          const arrived = records.filter(({ due }) => Temporal.Instant.compare(due, clock.now()) <= 0);
          for (const { event } of arrived) await saveSesEvent(store, event, clock.now());
          records = records.filter((each) => !arrived.includes(each));
        };
        for (const [end, minutes, delay] of lives) {
          await attempt(end);
          record(delay);
          await pass(minutes);
        }
        for (let hour = 0; hour < 3; hour += 1) {
          await pass(36);
          await attempt();
          record(0);
        }
        expect((await attempt()).result?.outcome).toBe('already delivered');
        for (const message of ['everyone', 'subcontractor-s1']) {
          expect(copiesOf(mailer.taken, message)).toHaveLength(1);
        }
      }),
      { numRuns: deep ? 50 : 6, seed: 20_261_120 },
    );
  });
});
