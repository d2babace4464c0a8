import type { Temporal } from 'temporal-polyfill';
import {
  causesOf,
  type DueNotice,
  type NoticeOutcome,
  type StoredNotice,
} from '#delivery/notify/due-notices.ts';
import { reportInDispatch } from '#delivery/store/names.ts';

/** A notice that was due, as it is read back. */
export function storedNotice(
  { kind, dispatchId, name, contact, reports }: DueNotice,
  outcome: NoticeOutcome,
  sentAt?: Temporal.Instant,
): StoredNotice {
  const causes = causesOf(kind, reports);
  return { kind, dispatchId, name, contact, causes, reports: reports.map(reportInDispatch), outcome, sentAt };
}
