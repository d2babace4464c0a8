/**
 * The objects of one run, each read at most once. Objects are written once, so what was read or written need not be
 * read again; if two attempts write the same object, both continue with the first one.
 */
import type { ObjectStore } from '#archive/object-store.ts';
import { getOrInsert } from '#base/get-or-insert.ts';
import { once } from '#base/once.ts';
import type { PlanRecord } from '#lookahead/compare/plan-record.ts';
import { type InterpretedPull, interpretPull, type TaskReadingSettings } from '#lookahead/tasks/read-task.ts';
import { type IssueNumberState, readIssueNumberState } from './issue-number.ts';
import { messagePrefix, type RunObjectKeyValues, runName, runPrefix } from './names.ts';
import * as objects from './objects.ts';
import { pullOf, type Snapshot } from './snapshot.ts';

export type RunStore = ReturnType<typeof openRunStore>;

export function openRunStore(store: ObjectStore, address: RunObjectKeyValues) {
  const prefix = runPrefix(address);
  const at = { run: prefix };
  let seen: Set<string> | undefined;
  const keys = async (): Promise<ReadonlySet<string>> => {
    seen = new Set(await store.list(prefix));
    return seen;
  };

  /** An object of the run: read once, and not at all by the attempt that wrote it. */
  function objectOfRun<Value>(kind: RunObjectKind<Value>) {
    let written: Value | undefined;
    const stored = once(() => kind.readExisting(store, at));
    return {
      read: async (): Promise<Value> => written ?? stored(),
      /** If another attempt saved one first, that one is used. */
      save: async (value: Value): Promise<void> => {
        if ((await kind.create(store, at, value)) === 'created') {
          written = value;
          seen?.add(kind.key(at));
        } else seen = undefined;
      },
    };
  }

  /** An object of an earlier run, by the prefix of the run. */
  function objectOfEarlierRun<Value>(kind: RunObjectKind<Value>) {
    const known = new Map<string, () => Promise<Value>>();
    return (run: string) => getOrInsert(known, run, () => once(() => kind.readExisting(store, { run })))();
  }

  const snapshot = objectOfRun(objects.snapshot);
  const earlierSnapshot = objectOfEarlierRun(objects.snapshot);
  /** The tasks of each snapshot, read once. */
  const pulls = new Map<Snapshot, InterpretedPull>();
  const readOnce = (of: Snapshot, project: TaskReadingSettings) =>
    getOrInsert(pulls, of, () => interpretPull(pullOf(of), project));
  const issue = objectOfRun(objects.issue);
  const skipped = objectOfRun(objects.skippedRun);
  return {
    address,
    prefix,
    name: runName(address),
    store,
    keys,
    /**
     * Keys known to exist: the last listing, and the snapshot, issue or reason to skip that this attempt saved since.
     * Listed again if another attempt saved one of these first.
     */
    seen: async () => seen ?? keys(),
    // Each reads its object, which must exist. @throws RunStoreError
    snapshot: snapshot.read,
    issue: issue.read,
    skipped: skipped.read,
    pull: async (project: TaskReadingSettings) => readOnce(await snapshot.read(), project),
    earlierPull: async (run: string, project: TaskReadingSettings) =>
      readOnce(await earlierSnapshot(run), project),
    earlierRecord: objectOfEarlierRun(objects.planRecord),
    /** @param pull the tasks of the snapshot, already read */
    saveSnapshot: (taken: Snapshot, pull: InterpretedPull) => {
      pulls.set(taken, pull);
      return snapshot.save(taken);
    },
    /** Frees the tasks once a report is planned, because rendering needs the memory. */
    forgetPulls: () => pulls.clear(),
    saveRecord: (record: PlanRecord) => objects.planRecord.create(store, at, record),
    saveIssue: issue.save,
    saveSkipped: skipped.save,
  };
}

type RunKeyValues = Parameters<typeof objects.issue.key>[0];
type RunObjectKind<Value> = {
  readonly key: (of: RunKeyValues) => string;
  readonly readExisting: (store: ObjectStore, of: RunKeyValues) => Promise<Value>;
  readonly create: (store: ObjectStore, of: RunKeyValues, value: Value) => ReturnType<ObjectStore['putOnce']>;
};

export type RunState = {
  readonly snapshot: boolean;
  readonly skipped: boolean;
  readonly issue: boolean;
  readonly reasonToSkip: string | undefined;
  readonly number: number | undefined;
  readonly numbers: IssueNumberState | undefined;
  /** Messages without `messageSent` or `messageFailed`. */
  readonly unsettled: readonly string[];
};

export async function readRunState(
  runStore: RunStore,
  ask: { readonly reasonToSkip: () => Promise<string | undefined>; readonly held?: number | undefined },
): Promise<RunState> {
  const run = { run: runStore.prefix };
  const keys = await runStore.seen();
  const issue = keys.has(objects.issue.key(run));
  const skipped = keys.has(objects.skippedRun.key(run));
  const snapshot = keys.has(objects.snapshot.key(run));
  const undecided = snapshot && !issue && !skipped;
  const numbers =
    undecided && ask.held === undefined
      ? await readIssueNumberState(runStore.store, runStore.address)
      : undefined;
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

async function unsettledMessages(runStore: RunStore, keys: ReadonlySet<string>) {
  const { messages } = await runStore.issue();
  return messages
    .map(({ id }) => id)
    .filter((id) => {
      const mail = messagePrefix(runStore.prefix, id);
      return !keys.has(objects.messageSent.key({ mail })) && !keys.has(objects.messageFailed.key({ mail }));
    });
}
