/**
 * The run store of one run. Objects are written once, so what was read or written need not be read again; if two attempts
 * write the same object, both continue with the first one.
 */
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import { getOrInsert } from '#base/get-or-insert.ts';
import { once } from '#base/once.ts';
import type { PlanRecord } from '#lookahead/compare/plan-record.ts';
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
import { missing, type ObjectSchema, readExisting, writeObject } from './stored-object.ts';
import { decodePlanRecord, encodePlanRecord } from './stored-plan-record.ts';

export type RunStore = ReturnType<typeof openRunStore>;

export function openRunStore(store: ObjectStore, address: RunAddress) {
  const prefix = runPrefix(address);
  let seen: Set<string> | undefined;
  const keys = async (): Promise<ReadonlySet<string>> => {
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
  const readZipped = async <Value>(key: string, decode: (key: string, bytes: Uint8Array) => Value) => {
    const bytes = await store.get(key);
    if (bytes === undefined) throw missing(key);
    return decode(key, bytes);
  };
  const readSnapshot = (of: string) => readZipped(snapshotKey(of), decodeSnapshot);
  const snapshot = written(() => readSnapshot(prefix));
  const issue = written(() => readExisting(store, issueKey(prefix), issueSchema));
  const skipped = written(() => readExisting(store, skippedKey(prefix), skippedSchema));
  return {
    address,
    prefix,
    name: runName(address),
    store,
    keys,
    /** Keys known to exist: the first listing and what was written since. Listed again if another attempt wrote first. */
    seen: async () => seen ?? keys(),
    // Each reads its object, which must exist. @throws RunStoreError
    snapshot: snapshot.read,
    issue: issue.read,
    skipped: skipped.read,
    earlierSnapshot: onceForEach(readSnapshot),
    earlierRecord: onceForEach((of) => readZipped(planRecordKey(of), decodePlanRecord)),
    // Each writes its object, unless another attempt has; the stored one is then used.
    saveSnapshot: (value: Snapshot) => {
      const key = snapshotKey(prefix);
      return save(key, snapshot, value, store.putOnce(key, encodeSnapshot(value), 'application/gzip'));
    },
    saveRecord: async (value: PlanRecord) => {
      await store.putOnce(planRecordKey(prefix), encodePlanRecord(value), 'application/gzip');
    },
    saveIssue: (value: Issue) => saveJson(issueKey(prefix), issue, issueSchema, value),
    saveSkipped: (value: Skipped) => saveJson(skippedKey(prefix), skipped, skippedSchema, value),
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
