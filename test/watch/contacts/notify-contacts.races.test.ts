/** Checks that are killed, and two at once: nothing is told twice unmarked, and nothing is lost. */
import { describe, expect, it } from 'vitest';
import * as objects from '#runs/store/objects.ts';
import type { Fact } from '#watch/contacts/facts.ts';
import { notifyContact } from '#watch/contacts/notify-contacts.ts';
import { aContact, aFact } from '../../support/builders/a-contact.ts';

const late = aFact('late:a');
const refused = { kind: 'refused', cause: 'curable', reason: 'Sending is paused.' } as const;
const killed = new Error('killed');

/** Kills the next process before its nth write. */
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

async function tellUntilKilled(tell: ReturnType<typeof aContact>['tell'], facts: readonly Fact[]) {
  await tell(facts).catch((error: unknown) => expect(error).toBe(killed));
}

describe('a check that is killed', () => {
  it('after it stored a mail: the next one replaces and tells it, unmarked', async () => {
    const { store, mailer, subjects, tell } = aContact();
    const revive = killBefore(2, store);
    await tellUntilKilled(tell, [late]);
    revive();
    expect(mailer.taken).toEqual([]);
    expect((await tell([late])).tried).toMatchObject([{ outcome: 'sent' }]);
    expect(await subjects()).toEqual(['Late: what late:a says']);
  });

  const writes = [1, 2, 3, 4, 5, 6, 7, 8];

  it.each(writes)('before write %i of what is still true has it told once unmarked', async (nth) => {
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

  it.each(writes)('before write %i of what is no longer true has nothing told', async (nth) => {
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

  it.each(writes)(
    'before write %i, while it replaces a mail, has the facts told once unmarked',
    async (nth) => {
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
    },
  );
});

describe('a check that is killed after it began to replace a mail', () => {
  it('does not have it count as one that may have gone out', async () => {
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

describe('two checks at once', () => {
  /** Both have listed the same log before either tells. */
  async function tellAtOnce(
    contact: ReturnType<typeof aContact>,
    [one, other]: readonly [readonly Fact[], readonly Fact[]],
  ) {
    const log = await contact.log();
    const tell = (candidates: readonly Fact[]) => notifyContact(candidates, log, contact.teller());
    return [await tell(one), await tell(other)];
  }

  it('tell the same facts in one mail', async () => {
    const contact = aContact();
    const told = await tellAtOnce(contact, [[late], [late]]);
    expect(told.map(({ tried }) => tried.length)).toEqual([1, 0]);
    expect(contact.mailer.taken).toHaveLength(1);
    expect((await contact.tell([late])).tried).toEqual([]);
  });

  it('tell in one mail what one of them found, and the rest an hour later', async () => {
    const contact = aContact();
    await tellAtOnce(contact, [[late], [late, aFact('late:b')]]);
    contact.clock.advance({ hours: 1 });
    const { tried } = await contact.tell([late, aFact('late:b')]);
    expect(tried.map(({ facts }) => facts.map(({ id }) => id))).toEqual([['late:b']]);
  });

  it('tell the same facts in one mail, on two sides of midnight', async () => {
    const contact = aContact({ start: '2026-11-20T23:59:59Z' });
    const log = await contact.log();
    await notifyContact([late], log, contact.teller());
    contact.clock.advance({ seconds: 2 });
    expect((await notifyContact([late], log, contact.teller())).tried).toEqual([]);
    expect(contact.mailer.taken).toHaveLength(1);
  });

  it('replace one mail once', async () => {
    const contact = aContact();
    contact.mailer.answers.push(refused);
    await contact.tell([late]);
    await tellAtOnce(contact, [[late], [late]]);
    expect(contact.mailer.taken).toHaveLength(1);
    const mails = objects.contactMail.in(await contact.log());
    expect(mails.map(({ n }) => n)).toEqual([1, 2]);
  });
});
