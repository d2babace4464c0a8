/** Keys, what each may read, and how a presented key is recognised by its SHA-256. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { ProjectReference } from '../stores/store.ts';

/** The projects a key may read: all, or those listed. */
export type Scope = '*' | readonly ProjectReference[];
/** `name` says whose key it is, in logs; `sha256` is the key's, in hexadecimal. */
export type AccessKey = { readonly name: string; readonly sha256: string; readonly projects: Scope };
/** A client that requests tokens; `sha256` is its secret's. */
export type ApiClient = AccessKey & { readonly clientId: string };

/** SHA-256 of the text, in hexadecimal. */
export function sha256Of(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/**
 * The entry whose SHA-256 is that of the presented secret. Every entry is compared, in constant time, so that
 * the time taken reveals neither which one matched nor how closely.
 */
export function findBySecret<Entry extends { readonly sha256: string }>(
  entries: readonly Entry[],
  secret: string,
): Entry | undefined {
  const presented = Buffer.from(sha256Of(secret), 'hex');
  let found: Entry | undefined;
  for (const entry of entries) {
    const stored = Buffer.from(entry.sha256, 'hex');
    if (stored.length === presented.length && timingSafeEqual(stored, presented)) found = entry;
  }
  return found;
}

export function mayRead(scope: Scope, project: ProjectReference): boolean {
  if (scope === '*') return true;
  return scope.some(({ region, projectId }) => region === project.region && projectId === project.projectId);
}
