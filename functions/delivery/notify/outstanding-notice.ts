import { countText } from '../../lookahead/text/quantity-text.ts';
import { outstandingNotice } from '../store/keys.ts';
import { latestCause } from './failure-log.ts';
import { notifyContact } from './notify-contact.ts';
import {
  contactOf,
  type OutstandingParts,
  type OutstandingReport,
  sendAgainLines,
} from './outstanding-report.ts';

/** How many reports a notice describes in detail; it names the others. */
const maxDescribed = 20;

type Outstanding = {
  readonly reports: readonly OutstandingReport[];
  /** How long after the reports were due or requested the notice is sent. */
  readonly hours: number;
};

/**
 * Notifies each contact, in one mail, of a dispatch's reports that were not delivered, and why. For requests made
 * again and again under one run id, there is one mail a day.
 *
 * @returns why a notice could not be sent yet; undefined where all have been
 */
export async function notifyOutstanding(
  { reports, hours }: Outstanding,
  parts: OutstandingParts,
): Promise<string | undefined> {
  let reason: string | undefined;
  const byContact = Map.groupBy(reports, ({ report }) => contactOf(report, parts.configuration));
  for (const [contact, own] of byContact) {
    reason = (await notifyOne(contact, { reports: own, hours }, parts)) ?? reason;
  }
  return reason;
}

async function notifyOne(
  contact: string,
  { reports, hours }: Outstanding,
  parts: OutstandingParts,
): Promise<string | undefined> {
  const [first] = reports;
  if (!first) return undefined;
  const details = await Promise.all(
    reports.slice(0, maxDescribed).map(async (one) => {
      const cause = await latestCause(parts.store, one);
      const why = cause?.message ?? 'No attempt has said why; it may still be waiting in the queue.';
      return [
        {
          kind: 'text',
          text: `${one.project}, ${one.report}, ${one.window.first} to ${one.window.last}: ${why}`,
        },
        ...sendAgainLines(one, parts.reportFunction),
      ] as const;
    }),
  );
  const more = reports.slice(maxDescribed).map(({ project, report }) => `${project} ${report}`);
  const count = reports.length === 1 ? 'One report is' : `${reports.length} reports are`;
  const pending = await notifyContact(
    {
      dispatchId: first.dispatchId,
      name: outstandingNotice(contact, first.requestDate),
      contact,
      title: `Not delivered so far: ${reports.length === 1 ? `${first.project}, ${first.report}` : `${reports.length} reports`} ${first.request ? 'asked for as' : 'due at'} ${first.runId}`,
      lines: [
        {
          kind: 'text',
          text: `${count} not delivered ${countText(hours, 'hour')} after ${first.request ? 'it was asked for' : 'the time due'}, or not to everybody.`,
        },
        ...details.flat(),
        ...(more.length > 0 ? [{ kind: 'text', text: `Also: ${more.join('; ')}.` } as const] : []),
      ],
    },
    parts,
  );
  return pending?.reason;
}
