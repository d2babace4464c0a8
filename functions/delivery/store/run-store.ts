/**
 * The run store of one run. Objects are written once, so what was read or written need not be read again; if two attempts
 * write the same object, both continue with the first one.
 */
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import { getOrInsert } from '../../base/get-or-insert.ts';
import { once } from '../../base/once.ts';
import type { PlanRecord } from '../../lookahead/compare/plan-record.ts';
import { type Issue, issueSchema, type Skipped, skippedSchema } from './issue.ts';
import { type NumberState, readNumbers } from './issue-number.ts';
import {
  failedKey,
  issueKey,
  messagePrefix,
  planRecordKey,
  type RunAddress,
  runName,
  runPrefix,
  sentKey,
  skippedKey,
  snapshotKey,
} from './run-keys.ts';
import { decodeSnapshot, encodeSnapshot, type Snapshot } from './snapshot.ts';
import { missing, type ObjectSchema, readObject, writeObject } from './stored-object.ts';
import { decodePlanRecord, encodePlanRecord } from './stored-plan-record.ts';

export interface RunStore {
  readonly address: RunAddress;
  readonly prefix: string;
  readonly name: string;
  readonly store: ObjectStore;
  readonly keys: () => Promise<ReadonlySet<string>>;
  /** Keys known to exist: the first listing and what was written since. Listed again if another attempt wrote first. */
  readonly seen: () => Promise<ReadonlySet<string>>;
  /** Each reads its object, which must exist. @throws RunStoreError */
  readonly snapshot: () => Promise<Snapshot>;
  readonly issue: () => Promise<Issue>;
  readonly skipped: () => Promise<Skipped>;
  readonly earlierSnapshot: (prefix: string) => Promise<Snapshot>;
  readonly earlierRecord: (prefix: string) => Promise<PlanRecord>;
  /** Each writes its object, unless another attempt has; the stored one is then used. */
  readonly saveSnapshot: (snapshot: Snapshot) => Promise<void>;
  readonly saveRecord: (record: PlanRecord) => Promise<void>;
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
  const saveJson = <Schema extends ObjectSchema>(
    key: string,
    object: WrittenOnce<z.output<Schema>>,
    schema: Schema,
    value: z.output<Schema>,
  ) => save(key, object, value, writeObject(store, key, z.encode(schema, value)));
  const readJson = async <Schema extends ObjectSchema>(key: string, schema: Schema) => {
    const found = await readObject(store, key, schema);
    if (found === undefined) throw missing(key);
    return found;
  };
  const snapshot = written(() => readSnapshot(store, prefix));
  const issue = written(() => readJson(issueKey(prefix), issueSchema));
  const skipped = written(() => readJson(skippedKey(prefix), skippedSchema));
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
    earlierSnapshot: onceForEach((of) => readSnapshot(store, of)),
    earlierRecord: onceForEach((of) => readRecord(store, of)),
    saveSnapshot: (value) => {
      const key = snapshotKey(prefix);
      return save(key, snapshot, value, store.putOnce(key, encodeSnapshot(value), 'application/gzip'));
    },
    saveRecord: async (value) => {
      await store.putOnce(planRecordKey(prefix), encodePlanRecord(value), 'application/gzip');
    },
    saveIssue: (value) => saveJson(issueKey(prefix), issue, issueSchema, value),
    saveSkipped: (value) => saveJson(skippedKey(prefix), skipped, skippedSchema, value),
  };
}

function onceForEach<Value>(read: (prefix: string) => Promise<Value>): (prefix: string) => Promise<Value> {
  const known = new Map<string, () => Promise<Value>>();
  return (prefix) => getOrInsert(known, prefix, () => once(() => read(prefix)))();
}

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

async function readRecord(store: ObjectStore, prefix: string): Promise<PlanRecord> {
  const key = planRecordKey(prefix);
  const bytes = await store.get(key);
  if (bytes === undefined) throw missing(key);
  return decodePlanRecord(key, bytes);
}

export type RunState = {
  readonly snapshot: boolean;
  readonly skipped: boolean;
  readonly issue: boolean;
  readonly reasonToSkip: string | undefined;
  readonly number: number | undefined;
  readonly numbers: NumberState | undefined;
  /** Messages without `sent` or `failed`. */
  readonly unsettled: readonly string[];
};

export async function readRunState(
  runStore: RunStore,
  ask: { readonly reasonToSkip: () => Promise<string | undefined>; readonly held?: number | undefined },
): Promise<RunState> {
  const { prefix } = runStore;
  const keys = await runStore.seen();
  const issue = keys.has(issueKey(prefix));
  const skipped = keys.has(skippedKey(prefix));
  const snapshot = keys.has(snapshotKey(prefix));
  const undecided = snapshot && !issue && !skipped;
  const numbers =
    undecided && ask.held === undefined ? await readNumbers(runStore.store, runStore.address) : undefined;
  const number = undecided ? (ask.held ?? numbers?.held) : undefined;
  return {
    snapshot,
    skipped,
    issue,
    number,
    numbers,
    reasonToSkip: undecided && number === undefined ? await ask.reasonToSkip() : undefined,
    unsettled: issue ? await unsettledMessages(runStore, keys) : [],
  };
}

async function unsettledMessages(runStore: RunStore, keys: ReadonlySet<string>): Promise<readonly string[]> {
  const { messages } = await runStore.issue();
  return messages
    .map(({ id }) => id)
    .filter((id) => {
      const at = messagePrefix(runStore.prefix, id);
      return !keys.has(sentKey(at)) && !keys.has(failedKey(at));
    });
}
