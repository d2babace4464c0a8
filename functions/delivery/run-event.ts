import type { RejectedRecipient } from '../mail/transport/mailer.ts';

/** A step of a run, told while it works, for a progress display or a log. */
export type RunEvent =
  | { readonly kind: 'begun' }
  /** The planning service is asked again, in so many milliseconds. */
  | {
      readonly kind: 'trying again';
      readonly operation: string;
      readonly reason: string;
      readonly waitMs: number;
    }
  | { readonly kind: 'pulling' }
  | { readonly kind: 'pulled'; readonly tasks: number; readonly rejected: number }
  | { readonly kind: 'numbered'; readonly number: number }
  | { readonly kind: 'rendering'; readonly fileName: string }
  | { readonly kind: 'stored'; readonly key: string; readonly size: number }
  | { readonly kind: 'skipped'; readonly reason: string }
  | MessageEvent;

type MessageEvent = {
  readonly message: string;
  /** All addresses, to and cc together. */
  readonly recipients: readonly string[];
} & (
  | { readonly kind: 'sending'; readonly marked: boolean }
  | { readonly kind: 'sent'; readonly rejected: readonly RejectedRecipient[] }
  /** It is a file now, which reaches nobody by itself. */
  | { readonly kind: 'written' }
  /** Not accepted; it may be tried again, in this attempt or in a later one. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The answer was lost, so it may have been sent. */
  | { readonly kind: 'unanswered'; readonly reason: string }
  /** This attempt found out that a message will never be accepted, and recorded it. */
  | { readonly kind: 'not sent'; readonly reason: string }
);
