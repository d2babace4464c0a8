/** Finds a workbook of an issue as it was made: under its own key, or where it was stored again because that was damaged. */
import { createHash } from 'node:crypto';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { StoredWorkbook } from './issue.ts';
import { replacementWorkbookKey } from './keys.ts';

type FoundWorkbook =
  | { readonly kind: 'whole'; readonly key: string; readonly bytes: Uint8Array }
  | { readonly kind: 'missing' | 'damaged' };

export async function findWorkbook(store: ObjectStore, workbook: StoredWorkbook): Promise<FoundWorkbook> {
  const { key, sha256 } = workbook;
  const own = await store.get(key);
  if (own && sha256Of(own) === sha256) return { kind: 'whole', key, bytes: own };
  const replacement = replacementOf(workbook);
  const again = await store.get(replacement);
  if (again && sha256Of(again) === sha256) return { kind: 'whole', key: replacement, bytes: again };
  return { kind: own ? 'damaged' : 'missing' };
}

/** Where a workbook goes whose own key holds something else. */
export function replacementOf({ key, sha256 }: Pick<StoredWorkbook, 'key' | 'sha256'>): string {
  const end = key.lastIndexOf('/') + 1;
  return replacementWorkbookKey(key.slice(0, end), { fileName: key.slice(end), sha256 });
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
