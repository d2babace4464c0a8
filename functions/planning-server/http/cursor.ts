/** Each cursor belongs to one query of one version of a project. */
import { createHmac } from 'node:crypto';
import { isSameSecret } from '#base/digest.ts';
import type { CollectionName } from '#planning/contract/resources.ts';
import {
  type IdFilterName,
  type IdFilters,
  idFilterNames,
  type TasksQuery,
} from '#planning/contract/tasks-query.ts';
import type { ProjectReference } from '#planning-server/versions/version.ts';

const cursorPeriodMs = 12 * 60 * 60 * 1000;
/** Number of half days for which a cursor is valid, including the one in which it was written: 24 to 36 hours. */
const cursorLifePeriods = 3;

/**
 * Number of the half day that contains a time. A cursor contains no other time, so that a page requested again in the
 * same half day has the same bytes, and the length that HEAD reports.
 * @param time milliseconds since 1970
 */
export function cursorPeriodOf(time: number): number {
  return Math.floor(time / cursorPeriodMs);
}

type Position = { readonly version: string; readonly from: number };

export type CursorSigner = {
  readonly write: (position: Position, fingerprint: string) => string;
  /** @returns 'invalid' for a cursor that this secret did not sign for this fingerprint */
  readonly read: (cursor: string, fingerprint: string) => Position | 'invalid' | 'expired';
};

/**
 * @param options.secret the same for every process that serves the same data
 * @param options.now milliseconds since 1970
 * @throws RangeError for a secret under 32 characters
 */
export function createCursorSigner({
  secret,
  now,
}: {
  readonly secret: string;
  readonly now: () => number;
}): CursorSigner {
  if (secret.length < 32) throw new RangeError('The secret for cursors must have at least 32 characters.');
  const signed = (content: string, fingerprint: string): string => {
    const signature = createHmac('sha256', secret).update(`cursor\n${content}\n${fingerprint}`).digest();
    const text = Buffer.from(content, 'latin1').toString('base64url');
    return `${text}.${signature.subarray(0, 16).toString('base64url')}`;
  };
  return {
    write: ({ version, from }, fingerprint) =>
      signed(`${version}.${from}.${cursorPeriodOf(now())}`, fingerprint),
    read(cursor, fingerprint) {
      const content = Buffer.from(cursor.split('.')[0] ?? '', 'base64url').toString('latin1');
      if (!isSameSecret(cursor, signed(content, fingerprint))) return 'invalid';
      const [version = '', from, written] = content.split('.');
      return cursorPeriodOf(now()) - Number(written) < cursorLifePeriods
        ? { version, from: Number(from) }
        : 'expired';
    },
  };
}

/**
 * Identifies a query, whatever the order of its lists: with another query, a cursor would skip tasks unnoticed. The
 * page size is not part of it and may change from page to page.
 */
export function queryFingerprint(
  { region, projectId }: ProjectReference,
  collection: CollectionName,
  query: TasksQuery,
): string {
  const sorted = (list: readonly string[] | undefined) => list && [...new Set(list)].sort();
  const { start, finish, shift, fields, limit: _pageSize, ...lists } = query;
  // A further property of a query does not compile until it is in the fingerprint.
  const idLists: IdFilters & Record<Exclude<keyof typeof lists, IdFilterName>, never> = lists;
  const filters = idFilterNames.map((filter) => sorted(idLists[filter]));
  return JSON.stringify([region, projectId, collection, start, finish, shift, sorted(fields), ...filters]);
}
