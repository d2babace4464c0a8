/** The mails to contacts that `status` prints. */
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { readContactMailsSince, reportsOfFactsText } from '#watch/contact-history.ts';
import type { HistoryQuery } from '#watch/report-history.ts';
import { aContact, aFact } from '../support/builders/a-contact.ts';

const all: HistoryQuery = { since: Temporal.PlainDate.from('2026-11-20'), projects: [], reports: [] };
const late = (report: string, time = '2026-11-20T14-00-00Z-1f3a5b7c') => aFact(`late:${time}/a_${report}`);

it('mails to contacts are listed in order of time, each with its outcome and its reports', async () => {
  const { store, mailer, clock, tell } = aContact({ start: '2026-11-20T14:00:00Z' });
  for (let n = 1; n <= 10; n += 1) {
    clock.advance({ hours: 1 });
    if (n === 10) mailer.answers.push({ kind: 'refused', cause: 'curable', reason: 'Sending is paused.' });
    await tell([late(`report-${n}`)]);
  }
  const mails = (await readContactMailsSince(store, all)).flatMap((mail) => ('at' in mail ? mail : []));
  expect(
    mails.map(({ at, to, outcome, facts }) => [at.toString(), to, outcome, reportsOfFactsText(facts)]),
  ).toEqual(
    Array.from({ length: 10 }, (_, index) => [
      clock
        .now()
        .subtract({ hours: 9 - index })
        .toString(),
      'planner@example.com',
      index === 9 ? 'pending' : 'sent',
      `a report-${index + 1}`,
    ]),
  );
});

it('mails to contacts are filtered by date and report', async () => {
  const { store, at, tell } = aContact();
  await tell([late('weekly'), aFact('inbox:2026-11-20/x/y')]);
  at('2026-11-23T14:00');
  await tell([late('nights', '2026-11-23T13-00-00Z-1f3a5b7c')]);
  const counted = async (query: Partial<HistoryQuery>) =>
    (await readContactMailsSince(store, { ...all, ...query })).length;
  expect(await counted({})).toBe(2);
  expect(await counted({ reports: ['weekly'] })).toBe(1);
  expect(await counted({ since: Temporal.PlainDate.from('2026-11-23') })).toBe(1);
});

it('a mail to a contact that cannot be read is listed as unreadable, beside the others', async () => {
  const { store, at, log, tell } = aContact();
  await tell([late('weekly')]);
  const [key = ''] = (await log()).filter((one) => one.endsWith('/notice.json'));
  at('16:00');
  await tell([late('nights')]);
  store.objects.set(key, Buffer.from('{'));
  expect(await readContactMailsSince(store, all)).toMatchObject([
    { unreadable: expect.stringContaining(key) },
    { outcome: 'sent' },
  ]);
});
