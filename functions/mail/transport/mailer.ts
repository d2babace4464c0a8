/** A message ready to send: its MIME bytes and its envelope. */
export type OutgoingMessage = {
  /** The run that the message belongs to, as in the keys of the run store; together with `message` it identifies the message. */
  readonly run: string;
  readonly message: string;
  readonly from: string;
  /** All addresses, to and cc together. */
  readonly recipients: readonly string[];
  readonly raw: Uint8Array;
};

export type SendResult =
  | { readonly kind: 'accepted'; readonly messageId: string }
  /** Not accepted, and may be sent again: SES throttled it, or no connection was opened. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Not accepted, and never will be: an invalid address, an unverified sender. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Sends a message in one attempt; whoever calls it decides about retries. Throws if the answer was lost. */
export interface Mailer {
  /**
   * Whether sending the same message of the same run twice results in one message, as with files named after it.
   * If not, an attempt without an answer is ambiguous and must not simply be repeated.
   */
  readonly repeatable: boolean;
  send(message: OutgoingMessage): Promise<SendResult>;
}
