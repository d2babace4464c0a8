/** Cursors between pages. Each belongs to one query of one version of a project, and is good for a day. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Collection } from '../../planning/contract/resources.ts';
import { idFilters, type TasksQuery } from '../../planning/contract/tasks-query.ts';
import type { ProjectReference } from '../stores/store.ts';

/** Milliseconds for which a cursor is good, counted from the page that it came with. */
const cursorLife = 24 * 60 * 60 * 1000;

/** Where a cursor leads: the label of the version, and `from` of the page. */
type Position = { readonly version: string; readonly from: number };

export type Cursors = {
  readonly write: (position: Position, fingerprint: string) => string;
  /** @returns 'invalid' for a cursor that this secret has not signed for this fingerprint */
  readonly read: (cursor: string, fingerprint: string) => Position | 'invalid' | 'expired';
};

/**
 * @param options.secret what cursors are signed with: the same for every process that serves the same data
 * @param options.now milliseconds since 1970
 * @throws RangeError for a secret under 32 characters
 */
export function signedCursors({
  secret,
  now,
}: {
  readonly secret: string;
  readonly now: () => number;
}): Cursors {
  if (secret.length < 32) throw new RangeError('The secret for cursors must have at least 32 characters.');
  const signed = (content: string, fingerprint: string): string => {
    const signature = createHmac('sha256', secret).update(`cursor\n${content}\n${fingerprint}`).digest();
    const text = Buffer.from(content, 'latin1').toString('base64url');
    return `${text}.${signature.subarray(0, 16).toString('base64url')}`;
  };
  return {
    write: ({ version, from }, fingerprint) => signed(`${version}.${from}.${now()}`, fingerprint),
    read(cursor, fingerprint) {
      const content = Buffer.from(cursor.split('.')[0] ?? '', 'base64url').toString('latin1');
      if (!isEqual(cursor, signed(content, fingerprint))) return 'invalid';
      const [version = '', from, time] = content.split('.');
      return now() - Number(time) < cursorLife ? { version, from: Number(from) } : 'expired';
    },
  };
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

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
