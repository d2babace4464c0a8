/** A message ready to go: MIME bytes, and the envelope they travel in. */
export type OutgoingMessage = {
  /** The occurrence the message belongs to, as in the register's keys; with `message` it names the message. */
  readonly run: string;
  readonly message: string;
  readonly from: string;
  /** Every address it goes to, to and cc together. */
  readonly recipients: readonly string[];
  readonly raw: Uint8Array;
};

export type SendResult =
  | { readonly kind: 'accepted'; readonly messageId: string }
  /** Not accepted, and may be tried again: throttled, or the connection was never opened. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Not accepted, and never will be: a bad address, an unverified sender. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Sends a message, in one attempt. Retrying is the register's business. An answer that was lost throws. */
export interface Mailer {
  /**
   * Whether sending the same run's message twice leaves one message, as in a directory of files named after it.
   * Where it does not, an attempt without an answer is ambiguous and must not simply be made again.
   */
  readonly repeatable: boolean;
  send(message: OutgoingMessage): Promise<SendResult>;
}
