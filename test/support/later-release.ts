/** Objects of a later release, as a release finds them after a roll-back. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { jsonOf } from './builders/a-delivery.ts';
import type { MemoryStore } from './memory-store.ts';

/** Gives the object the version of a later release. */
export function bumpVersion(objects: MemoryStore['objects'], key: string): void {
  const bytes = objects.get(key) ?? new Uint8Array();
  const zipped = key.endsWith('.gz');
  const value = jsonOf(zipped ? gunzipSync(bytes) : bytes);
  expect(value).toMatchObject({ version: 1 });
  const later = new TextEncoder().encode(JSON.stringify({ ...Object(value), version: 2 }));
  objects.set(key, zipped ? gzipSync(later) : later);
}

/** The site as if the later release had been killed right after it wrote the object. Returns the object's key. */
export function leftByLaterRelease({ objects }: MemoryStore, at: string | RegExp): string {
  const keys = [...objects.keys()];
  const place = keys.findIndex((key) => (typeof at === 'string' ? key === at : at.test(key)));
  const key = keys[place] ?? '';
  for (const later of keys.slice(place + 1)) objects.delete(later);
  bumpVersion(objects, key);
  return key;
}

/** The error of a release about an object that a later one wrote. */
export function refusalOf(key: string): string {
  return `The run store's object ${key} was written by a later release (version 2, this one reads 1). Deploy that release again; nothing was changed.`;
}
