/** How soon each kind of fact is sent to a contact, after another mail or without one. */
import { describe, expect, it } from 'vitest';
import type { FactKind, NotifiableFact } from '#watch/contacts/facts.ts';
import { aContact, aFact, instant } from '../../support/builders/a-contact.ts';

const of = (kind: FactKind, id: string, changes: Partial<NotifiableFact> = {}) =>
  aFact(`${kind}:${id}`, { kind, ...changes });

/** Returns the mails of each check as the ids of their facts. Each check also finds the facts of the earlier ones. */
async function checks(...steps: readonly (readonly [time: string, ...facts: readonly NotifiableFact[]])[]) {
  const { at, tell } = aContact();
  const mails: (readonly string[])[] = [];
  const known: NotifiableFact[] = [];
  for (const [time, ...facts] of steps) {
    at(time);
    known.push(...facts);
    const { tried } = await tell(known);
    mails.push(tried.map((mail) => mail.facts.map(({ id }) => id).join(' ')));
  }
  return mails;
}

describe('an urgent fact', () => {
  it.each<[FactKind, string, string]>([
    ['act', 'a:11111111', 'b:22222222'],
    ['perhaps', 'a', 'b'],
    ['inbox', 'one.xer', 'other.xer'],
  ])('is sent at once, even within an hour of another mail: %s', async (kind, one, other) => {
    expect(
      await checks(['15:00', of('late', 'z')], ['15:10', of(kind, one)], ['15:20', of(kind, other)]),
    ).toEqual([['late:z'], [`${kind}:${one}`], [`${kind}:${other}`]]);
  });

  it('is sent together with all waiting facts', async () => {
    expect(
      await checks(
        ['15:00', of('late', 'z')],
        ['15:10', of('delivered', 'y')],
        ['15:20', of('act', 'a:11111111')],
      ),
    ).toEqual([['late:z'], [], ['delivered:y act:a:11111111']]);
  });

  it('is sent an hour later if a mail of the last hour had the same cause', async () => {
    expect(
      await checks(
        ['15:00', of('act', 'a:11111111')],
        ['15:10', of('act', 'b:11111111')],
        ['15:59', of('act', 'c:11111111')],
        ['16:00'],
      ),
    ).toEqual([['act:a:11111111'], [], [], ['act:b:11111111 act:c:11111111']]);
  });

  it('about an undelivered report is sent an hour later if a mail of the last hour reported another undelivered one', async () => {
    expect(await checks(['15:00', of('over', 'a')], ['15:10', of('over', 'b')], ['16:00'])).toEqual([
      ['over:a'],
      [],
      ['over:b'],
    ]);
  });

  it('waits an hour from the last mail with the same cause, not from the last mail', async () => {
    expect(
      await checks(
        ['15:00', of('over', 'a')],
        ['15:50', of('act', 'b:11111111')],
        ['16:00', of('over', 'c')],
        ['16:10', of('late', 'd')],
        ['17:00'],
      ),
    ).toEqual([['over:a'], ['act:b:11111111'], ['over:c'], [], ['late:d']]);
  });
});

describe('a fact that is not urgent', () => {
  it.each<FactKind>(['late', 'damaged', 'delivered'])(
    'is sent at once if there was no mail, otherwise an hour after the last one: %s',
    async (kind) => {
      expect(
        await checks(['15:00', of(kind, 'a')], ['15:59', of(kind, 'b')], ['16:00', of(kind, 'c')]),
      ).toEqual([[`${kind}:a`], [], [`${kind}:b ${kind}:c`]]);
    },
  );

  it.each<FactKind>(['unsent', 'address', 'spam', 'unread', 'old'])(
    'waits half an hour for others of its kind, so that one mail has them all: %s',
    async (kind) => {
      const since = (time: string) => ({ since: instant(time) });
      expect(
        await checks(
          ['15:00', of(kind, 'a', since('15:00'))],
          ['15:20', of(kind, 'b', since('15:20'))],
          ['15:29'],
          ['15:30', of(kind, 'c', since('15:30'))],
        ),
      ).toEqual([[], [], [], [`${kind}:a ${kind}:b ${kind}:c`]]);
    },
  );

  it('is sent together with a fact that need not wait, even if it has only just been found', async () => {
    const since = { since: instant('15:00') };
    expect(await checks(['15:00', of('old', 'a', since), of('still', 'b', since), of('late', 'c')])).toEqual([
      ['old:a still:b late:c'],
    ]);
  });

  it('causes no mail of its own for a day if it is about an address that still fails', async () => {
    const since = { since: instant('15:00') };
    expect(
      await checks(['15:00', of('still', 'a', since)], ['2026-11-21T14:50'], ['2026-11-21T15:00']),
    ).toEqual([[], [], ['still:a']]);
  });
});

describe('the fact that answers have closed', () => {
  it('is sent at once, in a separate mail', async () => {
    expect(
      await checks(
        ['15:00', of('answers', 'one'), of('act', 'a:11111111'), of('inbox', 'b'), of('late', 'c')],
        ['15:10', of('answers', 'other')],
      ),
    ).toEqual([['answers:one', 'act:a:11111111 inbox:b late:c'], ['answers:other']]);
  });

  it('shares a mail with other closings', async () => {
    expect(await checks(['15:00', of('answers', 'one'), of('answers', 'other')])).toEqual([
      ['answers:one answers:other'],
    ]);
  });

  it('does not delay other facts', async () => {
    expect(await checks(['15:00', of('answers', 'one')], ['15:10', of('late', 'a')])).toEqual([
      ['answers:one'],
      ['late:a'],
    ]);
  });
});
