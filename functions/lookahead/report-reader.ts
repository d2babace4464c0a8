/** Whom a report is for decides what it says: readers of their own work see it day by day, without figures of the site. */
import type { Lookahead } from './lookahead.ts';

type Reader = Pick<Lookahead, 'audience' | 'detail'>;

/** A subcontractor, an owner or an assignee, who sees all of their own tasks. */
export function isOwnWork({ audience, detail }: Reader): boolean {
  return detail === 'full' && ['subcontractor', 'owner', 'assignee'].includes(audience.kind);
}

/** Also readers outside the site, who see days and places only. */
export function showsDayByDay(reader: Reader): boolean {
  return reader.detail === 'days' || isOwnWork(reader);
}
