/**
 * How mail programs recognise a report as one list, whatever its subject, and let a reader leave it: by a mail to the
 * contact, because recipients are configured by a person.
 */
import { oneLine } from '../base/one-line.ts';

export type ReportList = {
  /** Stays the same for all issues of a report of a project: `weekly.riverside.lookahead.example.com`. */
  readonly id: string;
  /** A `mailto:` address. */
  readonly unsubscribe: string;
};

type Named = { readonly key: string; readonly name: string };

export function reportList(of: {
  readonly project: Named;
  readonly report: Named;
  readonly from: string;
  readonly contact: string;
}): ReportList {
  const { project, report, from, contact } = of;
  const domain = from.slice(from.lastIndexOf('@') + 1).toLowerCase();
  const subject = oneLine(`Unsubscribe: ${report.name}, ${project.name}`.toWellFormed());
  return {
    id: `${report.key}.${project.key}.lookahead.${domain}`,
    unsubscribe: `mailto:${encodeURI(contact).replaceAll('?', '%3F')}?subject=${encodeURIComponent(subject)}`,
  };
}

/** RFC 2919 and RFC 2369. */
export function listHeaders({ id, unsubscribe }: ReportList): Record<'List-Id' | 'List-Unsubscribe', string> {
  return { 'List-Id': `<${id}>`, 'List-Unsubscribe': `<${unsubscribe}>` };
}
