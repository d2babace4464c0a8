/** Issues are numbered 1, 2, … per project, report and window. The run that writes a number's object holds it. */
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import { runIdSchema } from './run-id.ts';
import { numberKey, numberOfKey, numbersPrefix, type RunAddress } from './run-keys.ts';
import { notListed, readObject, writeObject } from './stored-object.ts';

const numberSchema = z.object({ runId: runIdSchema });

/** `held` by this run; `free` is the first number that no run held. */
export type NumberState = { readonly held: number | undefined; readonly free: number };

export async function readNumbers(store: ObjectStore, run: RunAddress): Promise<NumberState> {
  return run.testRun === undefined ? readIssueNumbers(store, run) : readTestRunNumber(store, run);
}

/** A test run shows the number that an issue would get now, but leaves it free. */
async function readTestRunNumber(store: ObjectStore, run: RunAddress): Promise<NumberState> {
  const own = (await store.list(numbersPrefix(run))).flatMap((key) => numberOfKey(key) ?? []);
  const held = own.length > 0 ? Math.min(...own) : undefined;
  const { free } = await readIssueNumbers(store, { ...run, testRun: undefined });
  return { held, free };
}

async function readIssueNumbers(store: ObjectStore, run: RunAddress): Promise<NumberState> {
  const keys = await store.list(numbersPrefix(run));
  const taken = keys.flatMap((key) => numberOfKey(key) ?? []);
  const holders = await Promise.all(
    taken.map((number) => readObject(store, numberKey(run, number), numberSchema)),
  );
  const held = taken.find((_, index) => holders[index]?.runId === run.runId);
  return { held, free: Math.max(0, ...taken) + 1 };
}

/**
 * Claims a number for this run, starting with the first free one: the loser of a race takes the next. Attempts of one run
 * get the same number, because each tries every number that the others may have claimed. This also finds a claim by this
 * run with a lost answer.
 * @throws RunStoreError
 * @param known what was read a moment ago
 */
export async function claimNumber(
  store: ObjectStore,
  run: RunAddress,
  known?: NumberState | undefined,
): Promise<number> {
  const { held, free } = known ?? (await readNumbers(store, run));
  if (held !== undefined) return held;
  for (let number = free; ; number += 1) {
    const key = numberKey(run, number);
    if ((await writeObject(store, key, { runId: run.runId })) === 'created') return number;
    const holder = await readObject(store, key, numberSchema);
    if (holder === undefined) throw notListed(`The object ${key}, which exists,`);
    if (holder.runId === run.runId) return number;
  }
}
