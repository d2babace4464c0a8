/**
 * What a report shows depends on its readers: those who see only their own work get it day by day, without figures of
 * the whole site.
 */
import type { Lookahead } from './lookahead.ts';

type Reader = Pick<Lookahead, 'audience' | 'detail'>;

/** Whether the reader is a subcontractor, an owner or an assignee who sees their own tasks in full detail. */
export function isReaderOfOwnWork({ audience, detail }: Reader): boolean {
  return detail === 'full' && ['subcontractor', 'owner', 'assignee'].includes(audience.kind);
}

/**
 * Whether the report goes day by day: for readers of their own work, and for readers outside the site, who see days and
 * places only.
 */
export function showsDayByDay(reader: Reader): boolean {
  return reader.detail === 'days' || isReaderOfOwnWork(reader);
}
