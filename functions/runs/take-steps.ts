import { missingObjectError } from './store/stored-object.ts';

/**
 * Takes one step after the other until one ends with a result: reads the state, decides the next step from it, takes it,
 * and reads again. The state is what is stored, so a process that is killed at any time leaves nothing to repair.
 *
 * A step that comes twice did not show in the state: the archive does not list an object that it holds. Without this
 * guard, a message would be sent over and over.
 * @param known what the steps so far have found out besides, at the beginning
 * @param by.nameOf of a step; undefined for one that may come twice
 * @param by.prefix of the objects, for the error
 * @throws RunStoreError for a step that comes twice, and what reading and the steps throw
 */
export async function takeSteps<Known, State, Step, Result>(
  known: Known,
  by: {
    readonly prefix: string;
    readonly read: (known: Known) => Promise<State>;
    readonly next: (state: State) => Step;
    readonly nameOf: (step: Step) => string | undefined;
    readonly take: (step: Step, known: Known, state: State) => Promise<StepResult<Known, Result>>;
  },
): Promise<Result> {
  const names = new Set<string>();
  for (let latest = known; ; ) {
    const state = await by.read(latest);
    const step = by.next(state);
    const name = by.nameOf(step);
    if (name !== undefined) {
      if (names.has(name)) throw missingObjectError(by.prefix);
      names.add(name);
    }
    const taken = await by.take(step, latest, state);
    if ('result' in taken) return taken.result;
    latest = taken.known;
  }
}

export type StepResult<Known, Result> = { readonly known: Known } | { readonly result: Result };
