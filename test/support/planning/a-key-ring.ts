import { sha256Of } from '#base/digest.ts';
import { createStoredKeyRing, type KeyRing, type KeyScope } from '#planning-server/keys/key-ring.ts';
import { keyCreationObject } from '#planning-server/keys/objects.ts';
import { createMemoryStore } from '../memory-store.ts';
import { keyIdOf } from './a-key.ts';

/** The keys of an archive, which never expire. */
export function aKeyRing(
  keys: readonly { readonly name: string; readonly projects: KeyScope; readonly text: string }[],
): KeyRing {
  const store = createMemoryStore();
  for (const { name, projects, text } of keys) {
    // In memory, the key is stored before the call returns, so the promise need not be awaited.
    void keyCreationObject.create(
      store,
      { id: keyIdOf(text) },
      {
        name,
        projects: projects === '*' ? '*' : [...projects],
        sha256: sha256Of(text),
        created: '2026-11-01T00:00:00Z',
        createdBy: 'ann',
        expires: '9999-01-01T00:00:00Z',
      },
    );
  }
  const onError = (error: unknown) => {
    throw error;
  };
  return createStoredKeyRing(store, { maxAge: Number.POSITIVE_INFINITY, now: () => 0, onError });
}
