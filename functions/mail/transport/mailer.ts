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

/** Not accepted. The same message may be accepted later. */
export type Refusal = {
  readonly kind: 'refused';
  /**
   * 'retryable': later, without anyone doing anything, such as a throttled message. 'curable': once a person has acted
   * on the remedy in `reason`, such as verifying the sender.
   */
  readonly cause: 'retryable' | 'curable';
  readonly reason: string;
  /** Seconds before which another try is of no use; undefined where a moment may be enough, or nobody knows. */
  readonly waitSeconds?: number | undefined;
  /** Set where every other message would be refused for the same reason, such as a used-up quota. */
  readonly affects?: 'every message' | undefined;
};

export type NotAccepted =
  | Refusal
  /** Not accepted, and never will be: an invalid address, a message that is too large. */
  | { readonly kind: 'failed'; readonly reason: string };

/** An address that the mail server refused for good, while it took the message for the others. */
export type RejectedRecipient = { readonly address: string; readonly reason: string };

export type SendResult =
  | {
      readonly kind: 'accepted';
      readonly messageId: string;
      /** At least one recipient was not rejected, or the message has failed. */
      readonly rejected?: readonly RejectedRecipient[] | undefined;
    }
  | NotAccepted;

/** Sends a message in one attempt; whoever calls it decides about retries. Throws if the answer was lost. */
export interface Mailer {
  /**
   * Whether sending the same message of the same run twice results in one message, as with files named after it.
   * If not, an attempt without an answer is ambiguous and must not simply be repeated.
   */
  readonly repeatable: boolean;
  /** The file of a message that was sent; absent where messages do not become files. */
  readonly written?: ((messageId: string) => Promise<Uint8Array | undefined>) | undefined;
  /** @param waited seconds since the message was first tried, infinite in its last attempt; 0 by default */
  send(message: OutgoingMessage, waited?: number): Promise<SendResult>;
}
