import type { ReportLog } from '../delivery/log/report-log.ts';
import { formatDay } from '../lookahead/dates/day.ts';

/** One report of the log as plain data: instants in ISO 8601, null where there is nothing. */
export function statusJson({ window, due, sentAt, until, issue, messages, ...report }: ReportLog) {
  return {
    ...report,
    window: { first: formatDay(window.first), last: formatDay(window.last) },
    due: due.toString(),
    sentAt: sentAt?.toString() ?? null,
    until: until?.toString() ?? null,
    issue: issue ?? null,
    messages: messages.map(({ messageId, recipients, ...message }) => ({
      ...message,
      messageId: messageId ?? null,
      recipients: recipients.map((recipient) => ({ ...recipient, at: recipient.at ?? null })),
    })),
  };
}
