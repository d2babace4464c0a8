/**
 * The run store of one run, over an object store. Objects are written once, so what was read or written need not be
 * read again; of two attempts that write the same object, both continue with the first one.
 */
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import { once } from '../../base/once.ts';
import { type Issue, issueSchema, type Skipped, skippedSchema } from './issue.ts';
import { issueKey, type RunAddress, runName, runPrefix, skippedKey, snapshotKey } from './keys.ts';
import { decodeSnapshot, encodeSnapshot, type Snapshot } from './snapshot.ts';
import { missing, readObject, type VersionedSchema, writeObject } from './stored-object.ts';

export interface RunStore {
  readonly address: RunAddress;
  readonly prefix: string;
  readonly name: string;
  readonly store: ObjectStore;
  /** The keys of the run that exist now. */
  readonly keys: () => Promise<ReadonlySet<string>>;
  /**
   * The keys that are known to exist: those listed first, and what was written since. Where another attempt wrote
   * an object first, they are listed again.
   */
  readonly seen: () => Promise<ReadonlySet<string>>;
  /** Each reads its object, which must exist. @throws RunStoreError where it cannot be read */
  readonly snapshot: () => Promise<Snapshot>;
  readonly issue: () => Promise<Issue>;
  readonly skipped: () => Promise<Skipped>;
  /** The snapshot of an earlier run, by its prefix, read once. @throws RunStoreError where it cannot be read */
  readonly earlierSnapshot: (prefix: string) => Promise<Snapshot>;
  /** Each writes its object, unless another attempt has, whose object is then the one that is read. */
  readonly saveSnapshot: (snapshot: Snapshot) => Promise<void>;
  readonly saveIssue: (issue: Issue) => Promise<void>;
  readonly saveSkipped: (skipped: Skipped) => Promise<void>;
}

export function openRunStore(store: ObjectStore, address: RunAddress): RunStore {
  const prefix = runPrefix(address);
  let seen: Set<string> | undefined;
  const keys = async () => {
    seen = new Set(await store.list(prefix));
    return seen;
  };
  const save = async <Value>(
    key: string,
    object: WrittenOnce<Value>,
    value: Value,
    putting: Promise<'created' | 'exists'>,
  ) => {
    if ((await putting) === 'created') {
      object.wrote(value);
      seen?.add(key);
    } else seen = undefined;
  };
  const saveJson = <Schema extends VersionedSchema>(
    key: string,
    object: WrittenOnce<z.output<Schema>>,
    schema: Schema,
    value: z.output<Schema>,
  ) => save(key, object, value, writeObject(store, key, z.encode(schema, value)));
  const readJson = async <Schema extends VersionedSchema>(key: string, schema: Schema) => {
    const found = await readObject(store, key, schema);
    if (found === undefined) throw missing(key);
    return found;
  };
  const snapshot = written(() => readSnapshot(store, prefix));
  const issue = written(() => readJson(issueKey(prefix), issueSchema));
  const skipped = written(() => readJson(skippedKey(prefix), skippedSchema));
  const earlier = new Map<string, () => Promise<Snapshot>>();
  return {
    address,
    prefix,
    name: runName(address),
    store,
    keys,
    seen: async () => seen ?? keys(),
    snapshot: snapshot.read,
    issue: issue.read,
    skipped: skipped.read,
    earlierSnapshot: (of) => {
      const read = earlier.get(of) ?? once(() => readSnapshot(store, of));
      earlier.set(of, read);
      return read();
    },
    saveSnapshot: (value) => {
      const key = snapshotKey(prefix);
      return save(key, snapshot, value, store.putOnce(key, encodeSnapshot(value), 'application/gzip'));
    },
    saveIssue: (value) => saveJson(issueKey(prefix), issue, issueSchema, value),
    saveSkipped: (value) => saveJson(skippedKey(prefix), skipped, skippedSchema, value),
  };
}

/** An object of the run, which this attempt may have written itself: then it is what would be read. */
type WrittenOnce<Value> = {
  readonly read: () => Promise<Value>;
  readonly wrote: (value: Value) => void;
};

function written<Value>(readStored: () => Promise<Value>): WrittenOnce<Value> {
  let own: Value | undefined;
  const stored = once(readStored);
  return {
    read: async () => own ?? stored(),
    wrote: (value) => {
      own = value;
    },
  };
}

async function readSnapshot(store: ObjectStore, prefix: string): Promise<Snapshot> {
  const key = snapshotKey(prefix);
  const bytes = await store.get(key);
  if (bytes === undefined) throw missing(key);
  return decodeSnapshot(key, bytes);
}
