/** Issue numbers: 1, 2, … per project, report and window. The run that writes the number's object holds it. */
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import { numberKey, numberOfKey, numbersPrefix, type RunAddress } from './keys.ts';
import { runIdSchema } from './run-id.ts';
import { notListed, readObject, version, writeObject } from './stored-object.ts';

const numberSchema = z.object({ version, runId: runIdSchema });

/** The number this run holds, and the first one that no run held when they were read. */
export type NumberState = { readonly held: number | undefined; readonly free: number };

/** @throws RunStoreError when the object of a number cannot be read */
export async function readNumbers(store: ObjectStore, run: RunAddress): Promise<NumberState> {
  return run.testRun === undefined ? readIssueNumbers(store, run) : readTestRunNumber(store, run);
}

/** A test run gets the number that an issue made at that moment would get, but leaves that number free. */
async function readTestRunNumber(store: ObjectStore, run: RunAddress): Promise<NumberState> {
  const own = (await store.list(numbersPrefix(run)))
    .map(numberOfKey)
    .filter((number) => number !== undefined);
  const held = own.length > 0 ? Math.min(...own) : undefined;
  const { free } = await readIssueNumbers(store, { ...run, testRun: undefined });
  return { held, free };
}

async function readIssueNumbers(store: ObjectStore, run: RunAddress): Promise<NumberState> {
  const keys = await store.list(numbersPrefix(run));
  const taken = keys.map(numberOfKey).filter((number) => number !== undefined);
  const holders = await Promise.all(
    taken.map(async (number) => ({
      number,
      by: await readObject(store, numberKey(run, number), numberSchema),
    })),
  );
  const held = holders.find(({ by }) => by?.runId === run.runId);
  return { held: held?.number, free: Math.max(0, ...taken) + 1 };
}

/**
 * Claims a number for this run, from the first free one on: the loser of a race takes the next. Two attempts of one
 * run get the same number, because each tries every number that the other may have claimed. A number is written by
 * a run, not by an attempt, so a claim whose answer was lost is found here too.
 * @throws RunStoreError when the object of a number cannot be read
 * @param known what was read a moment ago; numbers claimed since then are treated like those of a lost race
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
    if ((await writeObject(store, key, { version: 1, runId: run.runId })) === 'created') return number;
    const holder = await readObject(store, key, numberSchema);
    if (holder === undefined) throw notListed(`The object ${key}, which exists,`, key);
    if (holder.runId === run.runId) return number;
  }
}
