import { formatDay } from '../base/day.ts';
import type { ReportLog } from '../delivery/log/report-log.ts';

/** One report of the log as plain data: instants in ISO 8601, null where there is nothing. */
export function statusJson(log: ReportLog) {
  const { window, due, reportDay, source, sentAt, until, issue, messages, ...report } = log;
  const { read, programme } = source ?? {};
  return {
    ...report,
    window: { first: formatDay(window.first), last: formatDay(window.last) },
    due: due.toString(),
    reportDay: formatDay(reportDay),
    readAt: read?.instant ?? null,
    programme: programme
      ? {
          version: programme.label,
          dataDate: programme.dataDate ?? null,
          importedAt: programme.imported?.instant ?? null,
        }
      : null,
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
