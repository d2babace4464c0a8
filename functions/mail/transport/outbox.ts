import { createHash } from 'node:crypto';
import type { Mailer, MessageIdentity } from './mailer.ts';

export type OutboxStore = {
  putOnce(key: string, body: Uint8Array, contentType: string): Promise<'created' | 'exists'>;
  get(key: string): Promise<Uint8Array | undefined>;
};

/**
 * A mailer that writes each message to the store once, as an `.eml` file named after its run and message. Sending the
 * same bytes again is accepted, sending other bytes under that name fails; neither changes the file.
 */
export function createOutboxMailer(store: OutboxStore): Mailer {
  return {
    repeatable: true,
    readWritten: (messageId) => store.get(messageId),
    async send(message) {
      const key = outboxKey(message);
      const written = await store.putOnce(key, message.raw, 'message/rfc822');
      if (written === 'created' || sameBytes(await store.get(key), message.raw)) {
        return { kind: 'accepted', messageId: key };
      }
      return {
        kind: 'failed',
        reason: `${key} is already in the outbox with different content; it was left as it is.`,
      };
    },
  };
}

/** `2026-11-20T14-00-00Z-everyone-1f2e3d4c5b6a.eml`: readable, and unique by the digest at its end. */
export function outboxKey({ run, message }: MessageIdentity): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([run, message]))
    .digest('hex')
    .slice(0, 12);
  const readable = `${run}-${message}`.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replaceAll(/\.{2,}/g, '.');
  return `${readable.replace(/^[.-]+/, '').slice(0, 100)}-${digest}.eml`;
}

export function isOutboxKey(messageId: string): boolean {
  return /^[A-Za-z0-9._-]+-[0-9a-f]{12}\.eml$/.test(messageId);
}

function sameBytes(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one !== undefined && Buffer.compare(one, other) === 0;
}
