import { urlOf } from '../../planning/client/query-urls.ts';
import { idFilters, taskFields } from '../../planning/contract/tasks-query.ts';

/** Parameters of a request, right or wrong; lists are joined with commas. */
export type ProbeQuery = Readonly<Record<string, string>>;

export const everyField = taskFields.join(',');

/** How many items a page should have, where the service lets us say. */
export const pageLength = '100';

export function withQuery(endpoint: string, query: ProbeQuery): string {
  const encoded = (value: string) => encodeURIComponent(value).replaceAll('%2C', ',');
  return urlOf(
    endpoint,
    Object.entries(query).map(([name, value]) => `${name}=${encoded(value)}`),
  );
}

/** The request as the table shows it: ids and cursors are counted, not shown; the usual page length goes unsaid. */
export function askedText(collection: string, query: ProbeQuery): string {
  const pairs = Object.entries(query)
    .filter(([name, value]) => name !== 'limit' || value !== pageLength)
    .map(([name, value]) => `${name}=${valueText(name, value)}`);
  return urlOf(collection, pairs);
}

function valueText(name: string, value: string): string {
  if (name === 'after') return '<cursor>';
  const entries = value.split(',').length;
  if (idFilters.some((filter) => filter === name) && value !== '') {
    return entries === 1 ? '<id>' : `<${entries} ids>`;
  }
  if (name === 'fields' && entries > 2) return value === everyField ? '<all>' : `<${entries} of them>`;
  return value;
}
