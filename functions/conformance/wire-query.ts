import { idFilters, taskFields } from '../planning/contract/tasks-query.ts';

/** Parameters as they go on the wire; lists are joined with commas. */
export type ProbeQuery = Readonly<Record<string, string>>;

export const everyField = taskFields.join(',');

/** `?start=2026-11-23&locationIds=a,b`. Commas stay commas: spelt %2C they would make long lists longer still. */
export function queryText(query: ProbeQuery): string {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`,
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** How many items a page should have, where the service lets us say. */
export const pageLength = '100';

/** The request as the table shows it: ids and cursors are counted, not shown; the usual page length goes unsaid. */
export function askedText(collection: string, query: ProbeQuery = {}): string {
  const pairs = Object.entries(query)
    .filter(([name, value]) => name !== 'limit' || value !== pageLength)
    .map(([name, value]) => `${name}=${valueText(name, value)}`);
  return pairs.length === 0 ? collection : `${collection}?${pairs.join('&')}`;
}

const isIdFilter = (name: string) => idFilters.some((filter) => filter === name);

function valueText(name: string, value: string): string {
  if (name === 'after') return '<cursor>';
  const entries = value.split(',').length;
  if (isIdFilter(name) && value !== '') return entries === 1 ? '<id>' : `<${entries} ids>`;
  if (name === 'fields' && entries > 2) return value === everyField ? '<all>' : `<${entries} of them>`;
  return value;
}
