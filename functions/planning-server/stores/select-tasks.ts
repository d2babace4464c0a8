/** Which tasks of a database a query selects. */
import type { DatabaseSync } from 'node:sqlite';
import { type IdFilter, idFilters, type TasksQuery } from '../../planning/contract/tasks-query.ts';
import { dateNumber } from './prepare-items.ts';

/**
 * The positions of the first tasks, in order of id, that match the query. Values of one parameter are alternatives,
 * different parameters all apply. Open point: start and finish select the tasks that overlap the range, both ends included.
 */
export function taskSelector(database: DatabaseSync) {
  const referred = database.prepare('select 1 from reference where filter = ? and id = ?');
  /**
   * A comma inside an id is sent as `%2C`, between ids as it is. Many clients encode both. An id with a comma that no
   * task refers to is therefore read as several ids.
   */
  const idsOf = (filter: IdFilter, ids: readonly string[]) =>
    ids.flatMap((id) =>
      id.includes(',') && !referred.get(filter, id) ? id.split(',').map((part) => part.trim()) : [id],
    );
  return (query: TasksQuery, { from, count }: { readonly from: number; readonly count: number }) => {
    const conditions = ['position >= ?'];
    const values: (string | number)[] = [from];
    const add = (condition: string, ...bound: readonly (string | number)[]) => {
      conditions.push(condition);
      values.push(...bound);
    };
    if (query.shift !== undefined) add('shift = ?', query.shift);
    if (query.start !== undefined) add('last_day >= ?', dateNumber(query.start));
    if (query.finish !== undefined) add('first_day <= ?', dateNumber(query.finish));
    for (const filter of idFilters) {
      const ids = query[filter];
      if (ids === undefined) continue;
      const either = idsOf(filter, ids);
      const list = either.map(() => '?').join(', ');
      add(
        `position in (select position from reference where filter = ? and id in (${list}))`,
        filter,
        ...either,
      );
    }
    const where = conditions.join(' and ');
    const statement = database.prepare(`select position from task where ${where} order by position limit ?`);
    return statement.all(...values, count).map(({ position }) => Number(position));
  };
}
