/**
 * The tags that a message carries through SES and its events carry back: which message of which run it is.
 * SES takes ASCII letters, digits, `_` and `-` in a tag, and at most 256 of them.
 */
import type { OutgoingMessage } from './mailer.ts';

export type MessageName = Pick<OutgoingMessage, 'run' | 'message'>;
export type MessageTag = { readonly Name: 'run' | 'message'; readonly Value: string };

const safe = /^[A-Za-z0-9_-]+$/;
/** Marks a value that is not the text itself but its UTF-8 in base64url. */
const mark = 'b64-';
const longest = 256;

/** The tags of a message, or undefined where one of its names is too long for a tag. */
export function messageTags({ run, message }: MessageName): readonly MessageTag[] | undefined {
  const tags: readonly MessageTag[] = [
    { Name: 'run', Value: encodeTag(run) },
    { Name: 'message', Value: encodeTag(message) },
  ];
  return tags.every(({ Value }) => Value.length <= longest) ? tags : undefined;
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

/** Names that SES takes stay readable; all others, and those that look encoded, are encoded. */
function encodeTag(text: string): string {
  if (safe.test(text) && !text.startsWith(mark)) return text;
  return `${mark}${Buffer.from(text).toString('base64url')}`;
}

function decodeTag(value: string): string {
  if (!value.startsWith(mark)) return value;
  return Buffer.from(value.slice(mark.length), 'base64url').toString();
}
