import { LookaheadError } from '#base/lookahead-error.ts';
import type { Remedy } from '#base/remedies.ts';

/**
 * Bytes of an attached workbook; a larger one is a link. SES accepts messages of 10 MB after base64, which makes files
 * a third longer and adds a line end to every 76 characters: 7 MB become 9.6 MB and leave room for the text.
 * @limit mail
 * @tunable
 */
export const maxAttachmentBytes = 7_000_000;

/**
 * The run that a message belongs to and its name, as in the keys of the run store; together they identify the message.
 */
export type MessageIdentity = { readonly run: string; readonly message: string };

export type OutgoingMessage = MessageIdentity & {
  readonly from: string;
  readonly recipients: readonly string[];
  readonly raw: Uint8Array;
};

export type SendRefusal = {
  readonly kind: 'refused';
  /**
   * - 'retryable': may be accepted later by itself, such as a throttled message.
   * - 'curable': may be accepted once a person has followed the remedy in `reason`, such as verifying the sender.
   */
  readonly cause: 'retryable' | 'curable';
  readonly reason: string;
  readonly waitSeconds?: number | undefined;
  /** Set if every other message would be refused for the same reason, such as a used-up quota. */
  readonly affects?: 'every message' | undefined;
  readonly deferred?: readonly string[] | undefined;
};

export type NotAcceptedResult = SendRefusal | { readonly kind: 'failed'; readonly reason: string };

/**
 * The outcome of a send that was not accepted.
 * @param answer `service` begins the sentence, such as `SES`; `detail` is its answer or error code
 */
export function notAcceptedResult(
  { kind, remedy, affects, waitSeconds }: Remedy,
  { service, detail }: { readonly service: string; readonly detail: string },
): NotAcceptedResult {
  const reason = (what: string) => `${service} ${what} (${detail}). ${remedy}`;
  if (affects === 'this message') return { kind: 'failed', reason: reason('rejects it') };
  const what = kind === 'retryable' ? 'did not accept it this time' : 'did not accept it';
  return { kind: 'refused', cause: kind, reason: reason(what), waitSeconds, affects };
}

export type RejectedRecipient = {
  readonly address: string;
  readonly reason: string;
  /** Refused temporarily, and the message could not wait longer; or the mailbox is full. */
  readonly forNow?: true | undefined;
  readonly cause?: 'mailbox full' | undefined;
};

export type SendResult =
  | {
      readonly kind: 'accepted';
      readonly messageId: string;
      /** The rejected recipients, never all: a message without any accepted recipient has failed. */
      readonly rejected?: readonly RejectedRecipient[] | undefined;
    }
  | NotAcceptedResult;

export type SendOptions = {
  /** Seconds since the server first refused a recipient temporarily; infinite in the last attempt, 0 by default. */
  readonly waitedSeconds?: ((address: string) => number) | undefined;
  /**
   * Returns a refusal if the message must no longer be sent, such as when mail has been stopped meanwhile. Called right
   * before the first byte of the message, if the transport can still stop a send there.
   */
  readonly findRefusal?: (() => Promise<SendRefusal | undefined>) | undefined;
  /** Set if the mail service accepted the same message for other recipients in an earlier sending. */
  readonly earlierPart?: { readonly messageId: string } | undefined;
  /** Called when the mail service has accepted the message for some recipients, before it is sent to others. */
  readonly onPartTaken?: ((part: AcceptedRecipients) => Promise<void>) | undefined;
};

/** The recipients of one transaction, if a mail service accepts a message in several. */
export type AcceptedRecipients = { readonly recipients: readonly string[]; readonly messageId: string };

/** Sends a message once; the caller decides about retries. Throws if the answer was lost. */
export interface Mailer {
  /**
   * Whether sending the same message of the same run twice results in one message, as with files named after it.
   * If not, a sending without an answer is ambiguous and must not simply be repeated.
   */
  readonly repeatable: boolean;
  /** The file of a sent message; absent if the transport writes no files. */
  readonly readWritten?: ((messageId: string) => Promise<Uint8Array | undefined>) | undefined;
  send(message: OutgoingMessage, options?: SendOptions): Promise<SendResult>;
}

export type Attachment = {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
};

export function canAttach(bytes: number): boolean {
  return bytes <= maxAttachmentBytes;
}

/** The outcome of a send is unknown: the mail service may have accepted the message. */
export class UnknownSendOutcomeError extends LookaheadError {
  override readonly name = 'UnknownSendOutcomeError';

  constructor(
    service: string,
    { code, ...details }: { readonly code: string; readonly remedy: string; readonly cause?: unknown },
  ) {
    super(`${service} did not answer whether it accepted the message (${code})`, {
      kind: 'curable',
      ...details,
    });
  }
}

export type MessageTag = { readonly Name: 'run' | 'message'; readonly Value: string };

/** Characters that SES allows in a tag, at most 256 of them. The tags name a message and its run in SES's events. */
const tagCharacters = /^[A-Za-z0-9_-]+$/;
const encodedPrefix = 'b64-';
const maxTagLength = 256;

/** The tags of a message; undefined if one of its names is too long for a tag. */
export function messageTags({ run, message }: MessageIdentity): readonly MessageTag[] | undefined {
  const tags: readonly MessageTag[] = [
    { Name: 'run', Value: encodeTag(run) },
    { Name: 'message', Value: encodeTag(message) },
  ];
  return tags.every(({ Value }) => Value.length <= maxTagLength) ? tags : undefined;
}

/**
 * The message that an SES event is about.
 * @param tags as in the event's `detail.mail.tags`
 * @returns undefined if Lookahead did not send the message
 */
export function readMessageTags(
  tags: Readonly<Record<string, readonly string[]>>,
): MessageIdentity | undefined {
  const run = tags['run']?.[0];
  const message = tags['message']?.[0];
  if (run === undefined || message === undefined) return undefined;
  return { run: decodeTag(run), message: decodeTag(message) };
}

/** Names that SES allows stay readable. All others, and those that look encoded, are encoded. */
function encodeTag(text: string): string {
  if (tagCharacters.test(text) && !text.startsWith(encodedPrefix)) return text;
  return `${encodedPrefix}${Buffer.from(text).toString('base64url')}`;
}

function decodeTag(value: string): string {
  if (!value.startsWith(encodedPrefix)) return value;
  return Buffer.from(value.slice(encodedPrefix.length), 'base64url').toString();
}
