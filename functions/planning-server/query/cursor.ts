/** Cursors between pages. They hold the last id that was read, and belong to one query of one project. */
import { createHash } from 'node:crypto';
import type { Collection } from '../../planning/contract/resources.ts';
import { idFilters, type TasksQuery } from '../../planning/contract/tasks-query.ts';
import type { ProjectReference } from '../stores/store.ts';

/**
 * The same for requests that ask the same, however their lists are ordered: with another query a cursor would
 * skip tasks unnoticed. The page's length is not part of it and may change from page to page.
 */
export function fingerprintOf(
  { region, projectId }: ProjectReference,
  collection: Collection,
  query: TasksQuery,
): string {
  const sorted = (list: readonly string[] | undefined) => list && [...new Set(list)].sort();
  const { start, finish, shift, fields } = query;
  const filters = idFilters.map((filter) => sorted(query[filter]));
  return JSON.stringify([region, projectId, collection, start, finish, shift, sorted(fields), ...filters]);
}

export function cursorAfter(id: string, fingerprint: string): string {
  return `${Buffer.from(id, 'utf8').toString('base64url')}.${checksum(id, fingerprint)}`;
}

/** The id that a cursor stands for; undefined if it is not one of this query. */
export function idOfCursor(cursor: string, fingerprint: string): string | undefined {
  const id = Buffer.from(cursor.split('.')[0] ?? '', 'base64url').toString('utf8');
  return cursor === cursorAfter(id, fingerprint) ? id : undefined;
}

/** Not a secret: a forged cursor reads nothing that the query itself would not. It guards against mix-ups. */
function checksum(id: string, fingerprint: string): string {
  return createHash('sha256').update(`${fingerprint}\n${id}`).digest('base64url').slice(0, 16);
}
