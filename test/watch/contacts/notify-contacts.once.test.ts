/** The outcomes of a mail to a contact. */

import { describe, expect, it } from 'vitest';
import { contactAddressDigest, contactMailPrefixesAndName } from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';
import type { NotifiableFact } from '#watch/contacts/facts.ts';
import { saveSesEvent } from '#watch/ses-event.ts';
import { aContact, aFact, aMoment, factsOf } from '../../support/builders/a-contact.ts';
import { aSendEvent, jsonOfObject } from '../../support/builders/a-delivery.ts';
import { aReportState } from '../../support/builders/a-report-state.ts';

const contact = contactAddressDigest('planner@example.com');
const first = { date: '2026-11-20', contact, n: 1 };
const late = aFact('late:a');
const throttled = { kind: 'refused', cause: 'retryable', reason: 'throttled' } as const;
const tooMany = Array.from({ length: 10 }, () => throttled);
const paused = { kind: 'refused', cause: 'curable', reason: 'Sending is paused.' } as const;

/** `late:a sent` for each fact. */
const outcomesOf = (
  facts: readonly (Pick<NotifiableFact, 'id'> & { readonly outcome?: string | undefined })[],
) => facts.map(({ id, outcome }) => `${id} ${outcome}`);

describe('a mail to a contact', () => {
  it('goes to the contact only, and is stored with the ids of its facts', async () => {
    const { store, mailer, tell } = aContact();
    const reports = [aReportState(), aReportState({ report: 'nights' })];
    const { tried, facts } = await tell(factsOf(reports, aMoment('15:00')));
    expect(tried).toMatchObject([{ outcome: 'sent' }]);
    expect(mailer.taken.map(({ recipients }) => recipients)).toEqual([['planner@example.com']]);
    const told = ['riverside_weekly', 'riverside_nights'].map(
      (name) => `late:2026-11-20T14-00-00Z-1f3a5b7c/${name}`,
    );
    expect(outcomesOf(facts)).toEqual(told.map((id) => `${id} sent`));
    expect(jsonOfObject(store.objects.get(objects.contactMail.key(first)))).toMatchObject({
      facts: told,
      message: { to: ['planner@example.com'], cc: [], attachments: [], date: '2026-11-20T14:00:05Z' },
    });
    expect([...store.objects.keys()]).toEqual(
      ['notice.json', 'mail/contact/intent-1.json', 'mail/contact/sent.json'].map(
        (name) => `contacts/2026-11-20/${contact}/1/${name}`,
      ),
    );
  });

  it('is found in the log of its contact if the address is written in another case', async () => {
    const { log, tell } = aContact();
    await tell([{ ...late, to: 'Planner@Example.com' }]);
    expect(objects.contactMail.in(await log())).toEqual([first]);
  });

  it('is sent once, even if its facts hold at later checks', async () => {
    const { mailer, clock, tell } = aContact();
    await tell([late]);
    expect(outcomesOf((await tell([late])).facts)).toEqual(['late:a sent']);
    clock.advance({ hours: 2 });
    expect((await tell([late])).tried).toEqual([]);
    expect(mailer.taken).toHaveLength(1);
  });

  it('contains a fact only once if it was found twice', async () => {
    const { tell } = aContact();
    expect((await tell([late, aFact('late:a')])).tried.map(({ facts }) => facts.length)).toEqual([1]);
  });

  it('is not begun while mail is stopped, and its facts stay unreported', async () => {
    const { mailer, store, tell } = aContact();
    const { tried, facts } = await tell([late], { stopped: { reason: 'No mail is begun now.' } });
    expect([tried, outcomesOf(facts), mailer.taken, store.writes]).toEqual([
      [],
      ['late:a undefined'],
      [],
      [],
    ]);
  });

  it('that is refused for a reason that affects all stops the further mails of the check', async () => {
    const { mailer, tell } = aContact();
    mailer.answers.push({ ...paused, affects: 'every message' });
    const stopped: { reason?: string } = {};
    expect((await tell([late], { stopped })).tried).toMatchObject([{ outcome: 'pending' }]);
    expect(stopped).toEqual({ reason: 'Sending is paused.' });
    const other = aContact();
    expect((await other.tell([late], { stopped })).tried).toEqual([]);
  });
});

describe('a mail to a contact that is not accepted', () => {
  it('is pending, with the reason, and replaced by the mail of the next check', async () => {
    const { store, mailer, log, tell } = aContact();
    mailer.answers.push(...tooMany);
    const pending = await tell([late]);
    expect(pending.tried).toMatchObject([{ outcome: 'pending', reason: 'throttled' }]);
    expect(outcomesOf(pending.facts)).toEqual(['late:a pending']);
    const { tried, facts } = await tell([late]);
    expect(tried).toMatchObject([{ outcome: 'sent', facts: [{ id: 'late:a', outcome: 'replaced' }] }]);
    expect(outcomesOf(facts)).toEqual(['late:a sent']);
    expect(mailer.taken).toHaveLength(1);
    const keys = await log();
    expect(objects.contactMail.in(keys).map(({ n }) => n)).toEqual([1, 2]);
    expect(
      jsonOfObject(store.objects.get(objects.messageFailed.key(contactMailPrefixesAndName(first)))),
    ).toMatchObject({
      replaced: 'replaced',
    });
  });

  it('is replaced by a mail with the facts that hold by then', async () => {
    const { mailer, subjects, tell } = aContact();
    mailer.answers.push(paused);
    await tell([late, aFact('late:b')]);
    await tell([aFact('late:b'), aFact('over:c', { kind: 'over' })]);
    expect(await subjects()).toEqual(['Not delivered: 1 report · Late: 1 report']);
  });

  it('is not sent later if no fact holds any more', async () => {
    const { store, mailer, tell } = aContact();
    mailer.answers.push(paused);
    await tell([late]);
    for (let check = 0; check < 2; check += 1) {
      expect(await tell([])).toEqual({ tried: [], facts: [], unreadable: [] });
    }
    expect(mailer.taken).toEqual([]);
    expect([...store.objects.keys()].filter((key) => key.endsWith('/failed.json'))).toHaveLength(1);
    expect(
      jsonOfObject(store.objects.get(objects.messageFailed.key(contactMailPrefixesAndName(first)))),
    ).toMatchObject({
      replaced: 'replaced',
    });
    expect(outcomesOf((await tell([late])).facts)).toEqual(['late:a sent']);
  });

  it('counts as failed if it is refused permanently, and is not tried again', async () => {
    const { mailer, clock, tell } = aContact();
    mailer.answers.push({ kind: 'failed', reason: 'no such address' });
    const { tried, facts } = await tell([late]);
    expect(tried).toMatchObject([{ outcome: 'failed', reason: 'no such address' }]);
    expect(outcomesOf(facts)).toEqual(['late:a failed']);
    clock.advance({ hours: 2 });
    expect((await tell([late])).tried).toEqual([]);
    expect(mailer.taken).toEqual([]);
  });

  it('stays pending while mail is stopped, as do its facts', async () => {
    const { mailer, tell } = aContact();
    mailer.answers.push(paused);
    await tell([late]);
    const { facts, tried } = await tell([late], { stopped: { reason: 'Mail is stopped.' } });
    expect([outcomesOf(facts), tried]).toEqual([['late:a pending'], []]);
    expect(outcomesOf((await tell([late])).facts)).toEqual(['late:a sent']);
  });
});

describe('a mail to a contact after a lost answer', () => {
  it('is sent again, marked as resent, once no record of it can arrive any more', async () => {
    const { mailer, clock, subjects, tell } = aContact();
    mailer.answers.push('lost');
    expect((await tell([late])).tried).toMatchObject([
      { outcome: 'pending', reason: expect.stringContaining('The answer to the send was lost') },
    ]);
    clock.advance({ minutes: 34 });
    const waiting = await tell([late, aFact('late:b')]);
    expect(outcomesOf(waiting.facts)).toEqual(['late:a pending', 'late:b undefined']);
    expect(mailer.taken).toHaveLength(1);
    clock.advance({ minutes: 2 });
    expect(outcomesOf((await tell([late])).facts)).toEqual(['late:a sent']);
    expect(await subjects()).toEqual(['Late: what late:a says', 'Late: what late:a says (resent)']);
  });

  it('does not delay an urgent fact', async () => {
    const { mailer, clock, subjects, tell } = aContact();
    mailer.answers.push('lost');
    await tell([late]);
    clock.advance({ minutes: 10 });
    await tell([late, aFact('over:c', { kind: 'over' })]);
    expect(await subjects()).toEqual(['Late: what late:a says', 'Not delivered: what over:c says']);
  });

  it('counts as sent if a record of it is found', async () => {
    const { store, mailer, clock, tell } = aContact();
    mailer.answers.push('lost');
    await tell([late]);
    for (const message of mailer.taken) await saveSesEvent(store, aSendEvent(message), clock.now());
    expect(await store.list(`${contactMailPrefixesAndName(first).mail}event`)).toHaveLength(1);
    clock.advance({ minutes: 36 });
    expect(outcomesOf((await tell([late])).facts)).toEqual(['late:a sent']);
    expect(mailer.taken).toHaveLength(1);
  });

  it('counts as perhaps sent, and is not sent again, if no fact holds any more', async () => {
    const { store, mailer, clock, tell } = aContact();
    mailer.answers.push('lost');
    await tell([late]);
    await tell([]);
    expect(store.objects.get(objects.messageFailed.key(contactMailPrefixesAndName(first)))).toBeUndefined();
    clock.advance({ minutes: 36 });
    await tell([]);
    expect(
      jsonOfObject(store.objects.get(objects.messageFailed.key(contactMailPrefixesAndName(first)))),
    ).toMatchObject({
      replaced: 'perhaps-sent',
    });
    expect(mailer.taken).toHaveLength(1);
  });
});
