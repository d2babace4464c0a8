/**
 * What happened to one message, object by object. An intent without `sent`, `refused` or `failed` is ambiguous:
 * the message may have gone, and the answer was lost.
 */
import * as z from 'zod/mini';
import { instantText } from '../store/stored-dates.ts';
import { positiveInt, someText, version } from '../store/stored-object.ts';

/** About to send. */
export const intentSchema = z.object({
  version,
  /** The attempt that is about to send: an id of its own, drawn once. */
  owner: someText,
  at: instantText,
  /** Until then the owner may be at it. */
  leaseUntil: instantText,
  /** The copy says "(resent)", because an earlier one may have gone. */
  marked: z.boolean(),
});
export type Intent = z.infer<typeof intentSchema>;

/** The mail service took the message. */
export const sentSchema = z.object({
  version,
  intent: positiveInt,
  at: instantText,
  /** The mail service's own id of the message. */
  messageId: z.string(),
  /** How we know: its answer, or a record of the send found later. */
  known: z.enum(['answer', 'evidence']),
  marked: z.boolean(),
});
export type Sent = z.infer<typeof sentSchema>;

/** Not taken; another intent may follow. */
const refusedSchema = z.object({
  version,
  intent: positiveInt,
  at: instantText,
  reason: z.string(),
});
export type Refused = z.infer<typeof refusedSchema>;

/**
 * Not taken, or not known to be, and not to be tried again. A person has to be told. 'rejected': the mail service
 * will never take it. 'not composed': it cannot be made from its issue. 'held': it may have gone.
 */
export const failedSchema = z.object({
  version,
  intent: positiveInt,
  at: instantText,
  cause: z.enum(['rejected', 'not composed', 'held']),
  reason: z.string(),
});
export type Failed = z.infer<typeof failedSchema>;
