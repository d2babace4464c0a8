/**
 * The tags of a message, by which SES events name the message and its run. SES allows ASCII letters, digits, `_` and
 * `-` in a tag, at most 256 characters.
 */
import type { OutgoingMessage } from './mailer.ts';

export type MessageName = Pick<OutgoingMessage, 'run' | 'message'>;
export type MessageTag = { readonly Name: 'run' | 'message'; readonly Value: string };

const safe = /^[A-Za-z0-9_-]+$/;
/** The prefix of a value that is encoded: the UTF-8 of the text in base64url. */
const encodedPrefix = 'b64-';
const maxLength = 256;

/** The tags of a message; undefined if one of its names is too long for a tag. */
export function messageTags({ run, message }: MessageName): readonly MessageTag[] | undefined {
  const tags: readonly MessageTag[] = [
    { Name: 'run', Value: encodeTag(run) },
    { Name: 'message', Value: encodeTag(message) },
  ];
  return tags.every(({ Value }) => Value.length <= maxLength) ? tags : undefined;
}

/**
 * The message that an SES event is about.
 * @param tags as in the event's `detail.mail.tags`
 * @returns undefined for a message that is not one of ours
 */
export function readMessageTags(tags: Readonly<Record<string, readonly string[]>>): MessageName | undefined {
  const run = tags['run']?.[0];
  const message = tags['message']?.[0];
  if (run === undefined || message === undefined) return undefined;
  return { run: decodeTag(run), message: decodeTag(message) };
}

/** Names that SES allows stay readable. All others, and those that look encoded, are encoded. */
function encodeTag(text: string): string {
  if (safe.test(text) && !text.startsWith(encodedPrefix)) return text;
  return `${encodedPrefix}${Buffer.from(text).toString('base64url')}`;
}

function decodeTag(value: string): string {
  if (!value.startsWith(encodedPrefix)) return value;
  return Buffer.from(value.slice(encodedPrefix.length), 'base64url').toString();
}
