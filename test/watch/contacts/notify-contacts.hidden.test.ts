/** An archive that does not list objects that it has must not cause mail after mail to a contact. */
import { expect, it } from 'vitest';
import { aContact, aFact } from '../../support/builders/a-contact.ts';

it('a mail is not sent again and again if the archive does not list its sent record', async () => {
  const { store, mailer, tell } = aContact();
  const hidden = {
    ...store,
    list: async (prefix: string) => (await store.list(prefix)).filter((key) => !key.endsWith('/sent.json')),
    putOnce: async (...object: Parameters<typeof store.putOnce>) => {
      const made = await store.putOnce(...object);
      return object[0].endsWith('/sent.json') ? ('exists' as const) : made;
    },
  };
  await expect(tell([aFact('late:a')], { store: hidden })).rejects.toThrow(
    'sent.json cannot be found. Check that the archive lists new objects at once',
  );
  expect(mailer.taken).toHaveLength(1);
});

it('a mail that exists but is not listed is an error', async () => {
  const { store, mailer, tell } = aContact();
  const hidden = { ...store, putOnce: async () => 'exists' as const };
  await expect(tell([aFact('late:a')], { store: hidden })).rejects.toThrow(/notice\.json cannot be found/);
  expect(mailer.taken).toEqual([]);
});

it('a mail that is no longer listed is not sent again by the next check', async () => {
  const { store, mailer, tell } = aContact();
  await tell([aFact('late:a')]);
  const { list } = store;
  store.list = async () => [];
  await expect(tell([aFact('late:a')])).rejects.toThrow(/notice\.json cannot be found/);
  store.list = list;
  expect(mailer.taken).toHaveLength(1);
});

it('an earlier mail that cannot be read is named, and its facts are sent again, marked as resent', async () => {
  const { store, log, subjects, tell } = aContact();
  await tell([aFact('late:a')]);
  const [key = ''] = (await log()).filter((one) => one.endsWith('/notice.json'));
  store.objects.set(key, Buffer.from('{'));
  const { unreadable } = await tell([aFact('late:a'), aFact('late:b')]);
  expect(unreadable).toMatchObject([{ unreadable: expect.stringContaining(key) }]);
  expect(await subjects()).toEqual(['Late: what late:a says', 'Late: 2 reports (resent)']);
  expect((await tell([aFact('late:a'), aFact('late:b')])).tried).toEqual([]);
});

it('facts are sent again, marked as resent, if the answer was lost and the intent cannot be read', async () => {
  const { store, mailer, log, subjects, tell } = aContact();
  mailer.answers.push('lost');
  await tell([aFact('late:a')]);
  const [key = ''] = (await log()).filter((one) => one.endsWith('/intent-1.json'));
  store.objects.set(key, Buffer.from('{'));
  const { unreadable } = await tell([aFact('late:a')]);
  expect(unreadable).toMatchObject([{ unreadable: expect.stringContaining(key) }]);
  expect(await subjects()).toEqual(['Late: what late:a says', 'Late: what late:a says (resent)']);
});
