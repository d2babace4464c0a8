/**
 * Headers by which mail programs group all issues of a report as a mailing list, and offer to unsubscribe: by a mail to
 * the contact, because a person configures the recipients.
 */
import { mailtoLink } from '#base/text/mail-address.ts';
import { oneLine } from '#base/text/one-line.ts';

export type MailingList = {
  /** Stays the same for all issues of a report of a project: `weekly.riverside.lookahead.example.com`. */
  readonly id: string;
  readonly unsubscribe: string;
};

/**
 * Links are not folded, and RFC 5322 2.1.1 allows lines of 998 octets. A name of 120 letters can take 1,440 in a link.
 */
const maxLink = 900;

type Named = { readonly key: string; readonly name: string };

export function mailingListOf(of: {
  readonly project: Named;
  readonly report: Named;
  readonly from: string;
  readonly contact: string;
}): MailingList {
  const { project, report, from, contact } = of;
  const domain = from.slice(from.lastIndexOf('@') + 1).toLowerCase();
  const leave = (subject: string) => mailtoLink(contact, oneLine(`Unsubscribe: ${subject}`.toWellFormed()));
  const byName = leave(`${report.name}, ${project.name}`);
  return {
    id: `${report.key}.${project.key}.lookahead.${domain}`,
    unsubscribe: byName.length <= maxLink ? byName : leave(`${report.key}, ${project.key}`),
  };
}

/** See RFC 2919 and RFC 2369. */
export function mailingListHeaders({
  id,
  unsubscribe,
}: MailingList): Record<'List-Id' | 'List-Unsubscribe', string> {
  return { 'List-Id': `<${id}>`, 'List-Unsubscribe': `<${unsubscribe}>` };
}
