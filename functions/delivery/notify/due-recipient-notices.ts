/** Which notices of recipients whom a message did not reach are due: a pure function of what is stored, and of time. */
import { Temporal } from 'temporal-polyfill';
import type { FailedRecipient } from '../log/failed-recipients.ts';
import { contactNotice } from '../store/dispatch-keys.ts';
import type { NoticeState } from './notify-contact.ts';

/** A failure, with what its notice says. */
export type RecipientFailure = FailedRecipient & {
  /** Unique in its dispatch. */
  readonly name: string;
  readonly contact: string;
  readonly projectName: string;
  readonly reportName: string;
  /** As of `DueReport`. */
  readonly limits?: readonly string[] | undefined;
  readonly timeZone: string;
  /** When the address failed first, where the contact has been told of it before. */
  readonly since: Temporal.Instant | undefined;
};

export type DueRecipientNotice = {
  /** Unique in the dispatch. */
  readonly name: string;
  readonly contact: string;
  readonly failures: readonly RecipientFailure[];
};

/** Most mail servers refuse within minutes; what they refuse in that time is one mail. */
const minutesUntilFirst = 30;
/** Few refuse hours or days later. They are one mail a day. */
const hoursBetween = 24;

/** @param failures none that a stored notice lists */
export function dueRecipientNotices(
  failures: readonly RecipientFailure[],
  stored: readonly Pick<NoticeState, 'kind' | 'contact' | 'at'>[],
  now: Temporal.Instant,
): readonly DueRecipientNotice[] {
  const byContact = Map.groupBy(failures, ({ contact }) => contact);
  return Array.from(byContact, ([contact, own]) => {
    const earlier = stored.filter((notice) => notice.kind === 'recipients' && notice.contact === contact);
    const latest = earlier
      .map(({ at }) => at)
      .sort(Temporal.Instant.compare)
      .at(-1);
    const oldest = own
      .map(({ at }) => Temporal.Instant.from(at))
      .sort(Temporal.Instant.compare)
      .at(0);
    const due = latest?.add({ hours: hoursBetween }) ?? oldest?.add({ minutes: minutesUntilFirst });
    if (due === undefined || Temporal.Instant.compare(now, due) < 0) return [];
    return [
      { name: contactNotice('recipients', contact, String(earlier.length + 1)), contact, failures: own },
    ];
  }).flat();
}
