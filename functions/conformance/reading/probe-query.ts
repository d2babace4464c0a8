import { urlOf } from '../../planning/client/query-urls.ts';
import { taskFields } from '../../planning/contract/tasks-query.ts';

/** Parameters of a request, right or wrong. Commas of a text go as they are; those inside an item of a list as `%2C`. */
export type ProbeQuery = Readonly<Record<string, string | readonly string[]>>;

export const everyField = taskFields.join(',');

/** How many items a page should have, where the service lets us say. */
export const pageLength = '100';

export function withQuery(endpoint: string, query: ProbeQuery): string {
  const encoded = (value: string | readonly string[]) =>
    typeof value === 'string'
      ? encodeURIComponent(value).replaceAll('%2C', ',')
      : value.map(encodeURIComponent).join(',');
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

function valueText(name: string, value: ProbeQuery[string]): string {
  if (typeof value !== 'string') return value.length === 1 ? '<id>' : `<${value.length} ids>`;
  if (name === 'after') return '<cursor>';
  const entries = value.split(',').length;
  if (name === 'fields' && entries > 2) return value === everyField ? '<all>' : `<${entries} of them>`;
  return value;
}
