/**
 * Checks that are killed and concurrent checks: no fact is lost, and none is sent twice without the mark "(resent)".
 */
import { describe, expect, it } from 'vitest';
import * as objects from '#runs/store/objects.ts';
import type { NotifiableFact } from '#watch/contacts/facts.ts';
import { notifyContact } from '#watch/contacts/notify-contacts.ts';
import { aContact, aFact } from '../../support/builders/a-contact.ts';

const late = aFact('late:a');
const refused = { kind: 'refused', cause: 'curable', reason: 'Sending is paused.' } as const;
const killed = new Error('killed');

/** Kills the next check before its nth write. @returns a function that lets all writes succeed again */
function killBefore(nth: number, store: ReturnType<typeof aContact>['store']) {
  const { putOnce } = store;
  let writes = 0;
  store.putOnce = async (...object) => {
    writes += 1;
    if (writes === nth) throw killed;
    return putOnce(...object);
  };
  return () => {
    store.putOnce = putOnce;
  };
}

async function tellUntilKilled(tell: ReturnType<typeof aContact>['tell'], facts: readonly NotifiableFact[]) {
  await tell(facts).catch((error: unknown) => expect(error).toBe(killed));
}

describe('a check that is killed', () => {
  it('after it stored a mail leaves it to the next check, which sends it unmarked', async () => {
    const { store, mailer, subjects, tell } = aContact();
    const revive = killBefore(2, store);
    await tellUntilKilled(tell, [late]);
    revive();
    expect(mailer.taken).toEqual([]);
    expect((await tell([late])).tried).toMatchObject([{ outcome: 'sent' }]);
    expect(await subjects()).toEqual(['Late: what late:a says']);
  });

  const writes = [1, 2, 3, 4, 5, 6, 7, 8];

  it.each(writes)('before write %i causes one unmarked mail if the fact still holds', async (nth) => {
    const { store, clock, subjects, tell } = aContact();
    const revive = killBefore(nth, store);
    await tellUntilKilled(tell, [late]);
    revive();
    for (let check = 0; check < 6; check += 1) {
      clock.advance({ minutes: 10 });
      await tell([late]);
    }
    const { facts } = await tell([late]);
    expect(facts).toMatchObject([{ outcome: 'sent' }]);
    const all = await subjects();
    expect(all.length).toBeGreaterThanOrEqual(1);
    expect(all.filter((subject) => !subject?.endsWith('(resent)')).length).toBeLessThanOrEqual(1);
  });

  it.each(writes)('before write %i causes no mail if the fact no longer holds', async (nth) => {
    const { store, mailer, clock, tell } = aContact();
    mailer.answers.push(refused);
    await tell([late]);
    const revive = killBefore(nth, store);
    await tellUntilKilled(tell, []);
    revive();
    for (let check = 0; check < 6; check += 1) {
      clock.advance({ minutes: 10 });
      await tell([]);
    }
    expect(await tell([])).toEqual({ tried: [], facts: [], unreadable: [] });
    expect(mailer.taken).toEqual([]);
  });

  it.each(writes)('before write %i while it replaces a mail causes one unmarked mail', async (nth) => {
    const { store, mailer, clock, subjects, tell } = aContact();
    mailer.answers.push(refused);
    await tell([late]);
    const revive = killBefore(nth, store);
    await tellUntilKilled(tell, [late]);
    revive();
    for (let check = 0; check < 8; check += 1) {
      clock.advance({ minutes: 10 });
      await tell([late]);
    }
    expect((await tell([late])).facts).toMatchObject([{ outcome: 'sent' }]);
    const all = await subjects();
    expect(all.length).toBeGreaterThanOrEqual(1);
    expect(all.filter((subject) => !subject?.endsWith('(resent)')).length).toBeLessThanOrEqual(1);
  });
});

describe('a check that is killed after it began to replace a mail', () => {
  it('leaves that mail unsent, so that the next one is not marked as resent', async () => {
    const { store, mailer, subjects, tell } = aContact();
    mailer.answers.push(refused);
    await tell([late]);
    const { putOnce } = store;
    store.putOnce = async (...object) => {
      if (object[0].endsWith('/failed.json')) throw new Error('SlowDown');
      return putOnce(...object);
    };
    await expect(tell([late])).rejects.toThrow('SlowDown');
    store.putOnce = putOnce;
    expect((await tell([late])).facts).toMatchObject([{ outcome: 'sent' }]);
    expect(await subjects()).toEqual(['Late: what late:a says']);
  });
});

describe('two concurrent checks', () => {
  /** Both checks have listed the same log before either sends a mail. */
  async function tellAtOnce(
    contact: ReturnType<typeof aContact>,
    [one, other]: readonly [readonly NotifiableFact[], readonly NotifiableFact[]],
  ) {
    const log = await contact.log();
    const tell = (candidates: readonly NotifiableFact[]) => notifyContact(candidates, log, contact.teller());
    return [await tell(one), await tell(other)];
  }

  it('send the same facts in one mail', async () => {
    const contact = aContact();
    const told = await tellAtOnce(contact, [[late], [late]]);
    expect(told.map(({ tried }) => tried.length)).toEqual([1, 0]);
    expect(contact.mailer.taken).toHaveLength(1);
    expect((await contact.tell([late])).tried).toEqual([]);
  });

  it('send the facts of the first check, and the rest an hour later', async () => {
    const contact = aContact();
    await tellAtOnce(contact, [[late], [late, aFact('late:b')]]);
    contact.clock.advance({ hours: 1 });
    const { tried } = await contact.tell([late, aFact('late:b')]);
    expect(tried.map(({ facts }) => facts.map(({ id }) => id))).toEqual([['late:b']]);
  });

  it('send the same facts in one mail, before and after midnight', async () => {
    const contact = aContact({ start: '2026-11-20T23:59:59Z' });
    const log = await contact.log();
    await notifyContact([late], log, contact.teller());
    contact.clock.advance({ seconds: 2 });
    expect((await notifyContact([late], log, contact.teller())).tried).toEqual([]);
    expect(contact.mailer.taken).toHaveLength(1);
  });

  it('replace a pending mail once', async () => {
    const contact = aContact();
    contact.mailer.answers.push(refused);
    await contact.tell([late]);
    await tellAtOnce(contact, [[late], [late]]);
    expect(contact.mailer.taken).toHaveLength(1);
    const mails = objects.contactMail.in(await contact.log());
    expect(mails.map(({ n }) => n)).toEqual([1, 2]);
  });
});
