/**
 * Decides the number of an issue: 1, 2, … per project, report and window. The run that writes the object of a number
 * holds the number; a run that was too late takes the next number. Attempts of one run get the same number, because
 * each finds what the others have claimed, even if an answer was lost.
 */
import { appendNumberedObject } from '#archive/numbered.ts';
import type { ObjectStore } from '#archive/object-store.ts';
import { type RunObjectKeyValues, runPrefix, windowPrefix } from './names.ts';
import * as objects from './objects.ts';

/** `held` by this run; `latest` is the highest number that any run holds. */
export type IssueNumberState = { readonly held: number | undefined; readonly latest: number };

/** Issues share the numbers of their window; each test run has its own. */
function issueNumberKeyValues({ testRun, ...run }: RunObjectKeyValues) {
  return { numbered: testRun === undefined ? windowPrefix(run) : runPrefix({ ...run, testRun }) };
}

export async function readIssueNumberState(
  store: ObjectStore,
  run: RunObjectKeyValues,
): Promise<IssueNumberState> {
  const of = issueNumberKeyValues(run);
  const taken = (await objects.issueNumber.list(store, of)).map(({ n }) => n);
  if (run.testRun !== undefined) {
    // A test run shows the number that an issue would get now, but does not claim it.
    const { latest } = await readIssueNumberState(store, { ...run, testRun: undefined });
    return { held: taken.length > 0 ? Math.min(...taken) : undefined, latest };
  }
  const holders = await Promise.all(taken.map((n) => objects.issueNumber.read(store, { ...of, n })));
  const held = taken.find((_, index) => holders[index]?.runId === run.runId);
  return { held, latest: Math.max(0, ...taken) };
}

/**
 * @throws RunStoreError
 * @param known what `readIssueNumberState` has just read
 */
export async function claimIssueNumber(
  store: ObjectStore,
  run: RunObjectKeyValues,
  known?: IssueNumberState,
): Promise<number> {
  let state = known ?? (await readIssueNumberState(store, run));
  const claimed = await appendNumberedObject(
    objects.issueNumber,
    store,
    issueNumberKeyValues(run),
    async (latest) => {
      if (latest !== state.latest) state = await readIssueNumberState(store, run);
      return state.held === undefined ? { runId: run.runId } : undefined;
    },
    state.latest,
  );
  return state.held ?? claimed;
}
