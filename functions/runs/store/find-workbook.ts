/** Finds the undamaged copy of a workbook: under its own key, or under its replacement key. */
import type { ObjectStore } from '#archive/object-store.ts';
import { sha256Of } from '#base/digest.ts';
import type { StoredWorkbook } from './issue.ts';
import { replacementWorkbook, workbook } from './objects.ts';

type FoundWorkbook =
  | { readonly kind: 'whole'; readonly key: string; readonly bytes: Uint8Array }
  | { readonly kind: 'missing' | 'damaged' };

export async function findWorkbook(store: ObjectStore, workbook: StoredWorkbook): Promise<FoundWorkbook> {
  const { key, sha256 } = workbook;
  const own = await store.get(key);
  if (own && sha256Of(own) === sha256) return { kind: 'whole', key, bytes: own };
  const replacement = replacementKeyOf(workbook);
  const again = await store.get(replacement);
  if (again && sha256Of(again) === sha256) return { kind: 'whole', key: replacement, bytes: again };
  return { kind: own ? 'damaged' : 'missing' };
}

/** The key for a workbook whose own key holds other bytes. It depends on the content only, and keeps the file name. */
export function replacementKeyOf({ key, sha256 }: Pick<StoredWorkbook, 'key' | 'sha256'>): string {
  const of = workbook.of(key);
  return of ? replacementWorkbook.key({ ...of, sha256: sha256.slice(0, 16) }) : key;
}
