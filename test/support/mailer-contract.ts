/** The contract of every mailer. */

import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { workbookContentType } from '#archive/object-store.ts';
import { composeMessage, type MessageContent } from '#mail/transport/compose-message.ts';
import type { Mailer } from '#mail/transport/mailer.ts';
import { aMessageContent } from './builders/a-message.ts';

/** A mailer for one test, and the raw messages that arrived through it, in order. */
export type MailerUnderTest = {
  readonly mailer: Mailer;
  readonly arrived: () => Promise<readonly Uint8Array[]>;
};

export function mailerContract(name: string, start: () => Promise<MailerUnderTest>): void {
  const compose = (over: Partial<MessageContent> = {}) =>
    composeMessage(aMessageContent(over), [
      {
        fileName: 'Größe 👷 week 48.xlsx',
        contentType: workbookContentType,
        bytes: Uint8Array.of(0x50, 0x4b, 0, 255),
      },
    ]);

  describe(`${name}, as a mailer`, () => {
    it('accepts a message, returns an id, and delivers its bytes', async () => {
      const { mailer, arrived } = await start();
      const message = await compose({ cc: ['planning@example.com'] });
      const result = await mailer.send(message);
      expect(result).toEqual({ kind: 'accepted', messageId: expect.stringMatching(/\S/) });
      const [raw, ...others] = await arrived();
      expect(others).toEqual([]);
      const [sent, got] = await Promise.all([PostalMime.parse(message.raw), PostalMime.parse(raw ?? '')]);
      expect([got.subject, got.text, got.html, got.to, got.cc, got.attachments]).toEqual([
        sent.subject,
        sent.text,
        sent.html,
        sent.to,
        sent.cc,
        sent.attachments,
      ]);
    });

    it('keeps the messages of one run apart', async () => {
      const { mailer, arrived } = await start();
      const kinds = [
        (await mailer.send(await compose({ message: 'everyone' }))).kind,
        (await mailer.send(await compose({ message: 'subcontractor-s-1' }))).kind,
      ];
      expect(kinds).toEqual(['accepted', 'accepted']);
      expect(await arrived()).toHaveLength(2);
    });

    it('delivers a repeated message once if it is repeatable, else twice', async () => {
      const { mailer, arrived } = await start();
      const message = await compose();
      const first = await mailer.send(message);
      const second = await mailer.send(message);
      expect(second.kind).toBe('accepted');
      if (mailer.repeatable) expect(second).toEqual(first);
      expect(await arrived()).toHaveLength(mailer.repeatable ? 1 : 2);
    });

    it('accepts the same message from two senders at the same time', async () => {
      const { mailer, arrived } = await start();
      const message = await compose();
      const results = await Promise.all([mailer.send(message), mailer.send(message)]);
      expect(results.map(({ kind }) => kind)).toEqual(['accepted', 'accepted']);
      expect(await arrived()).toHaveLength(mailer.repeatable ? 1 : 2);
    });
  });
}
