import { describe, expect, it } from 'vitest';
import { composeMessage } from '#mail/transport/compose-message.ts';
import { createOutboxMailer, outboxKey } from '#mail/transport/outbox.ts';
import { aMessageContent } from '../../support/builders/a-message.ts';
import { mailerContract } from '../../support/mailer-contract.ts';
import { createMemoryStore } from '../../support/memory-store.ts';

mailerContract('the outbox', async () => {
  const store = createMemoryStore();
  return { mailer: createOutboxMailer(store), arrived: async () => [...store.objects.values()] };
});

describe('the outbox', () => {
  it('writes a message as an .eml file named after its run and message', async () => {
    const store = createMemoryStore();
    const message = await composeMessage(aMessageContent(), []);
    const result = await createOutboxMailer(store).send(message);
    const key = 'riverside-weekly-2026-11-23_2026-11-29-2026-11-20T14-00-00Z-everyone-0ce4bd81b805.eml';
    expect(result).toEqual({ kind: 'accepted', messageId: key });
    expect(store.writes).toEqual([{ key, contentType: 'message/rfc822' }]);
    expect(Buffer.compare(store.objects.get(key) ?? new Uint8Array(), message.raw)).toBe(0);
  });

  it('does not change a file with different content, and reports the failure', async () => {
    const store = createMemoryStore();
    const outbox = createOutboxMailer(store);
    const first = await composeMessage(aMessageContent(), []);
    await outbox.send(first);
    const result = await outbox.send(await composeMessage(aMessageContent({ text: 'other' }), []));
    expect(result).toEqual({
      kind: 'failed',
      reason: `${outboxKey(first)} is already in the outbox with different content; it was left as it is.`,
    });
    expect(Buffer.compare(store.objects.get(outboxKey(first)) ?? new Uint8Array(), first.raw)).toBe(0);
  });

  it('throws if the store fails', async () => {
    const broken = { ...createMemoryStore(), putOnce: () => Promise.reject(new Error('disk full')) };
    await expect(
      createOutboxMailer(broken).send(await composeMessage(aMessageContent(), [])),
    ).rejects.toThrow('disk full');
  });

  it.each([
    [{ run: '../../etc', message: 'x' }],
    [{ run: 'C:\\temp', message: '..' }],
    [{ run: '', message: '' }],
    [{ run: 'a\r\nb', message: '\u0000' }],
    [{ run: 'برج', message: 'x'.repeat(500) }],
  ])('writes %j as a file directly in its folder', (message) => {
    expect(outboxKey(message)).toMatch(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,140}\.eml$/);
    expect(outboxKey(message)).not.toContain('..');
  });

  it('keeps files apart if their names are the same after cleaning', () => {
    expect(outboxKey({ run: 'a/b', message: 'c' })).not.toBe(outboxKey({ run: 'a', message: 'b/c' }));
    expect(outboxKey({ run: 'a:b', message: 'c' })).not.toBe(outboxKey({ run: 'a/b', message: 'c' }));
  });
});
