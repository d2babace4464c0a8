import type { DatabaseSync } from 'node:sqlite';
import { type IdFilter, idFilters, type TasksQuery } from '#planning/contract/tasks-query.ts';
import { dateNumber } from './prepare-items.ts';

/**
 * Positions of the first matching tasks, in order of id. Values of one parameter are alternatives, different parameters
 * all apply. Open point of the contract: start and finish select the tasks that overlap the range, both ends included.
 */
export function taskSelector(database: DatabaseSync) {
  const referred = database.prepare('select 1 from reference where filter = ? and id = ?');
  /**
   * A comma inside an id is sent as `%2C`, between ids as it is, but many clients encode both. So an id with a comma
   * that no task refers to is read as several ids.
   */
  const idsOf = (filter: IdFilter, ids: readonly string[]) =>
    ids.flatMap((id) =>
      id.includes(',') && !referred.get(filter, id) ? id.split(',').map((part) => part.trim()) : [id],
    );
  return (query: TasksQuery, { from, count }: { readonly from: number; readonly count: number }) => {
    const conditions: [string, ...(string | number)[]][] = [['position >= ?', from]];
    if (query.shift !== undefined) conditions.push(['shift = ?', query.shift]);
    if (query.start !== undefined) conditions.push(['last_day >= ?', dateNumber(query.start)]);
    if (query.finish !== undefined) conditions.push(['first_day <= ?', dateNumber(query.finish)]);
    for (const filter of idFilters) {
      if (query[filter] === undefined) continue;
      const ids = idsOf(filter, query[filter]);
      const either = `filter = ? and id in (${ids.map(() => '?').join(', ')})`;
      conditions.push([`position in (select position from reference where ${either})`, filter, ...ids]);
    }
    const where = conditions.map(([condition]) => condition).join(' and ');
    const statement = database.prepare(`select position from task where ${where} order by position limit ?`);
    return statement
      .all(...conditions.flatMap(([, ...values]) => values), count)
      .map(({ position }) => Number(position));
  };
}
