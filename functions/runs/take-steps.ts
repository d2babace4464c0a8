import { missingObjectError } from './store/stored-object.ts';

/**
 * Takes steps until one ends with a result: reads the state, decides the next step from it, takes it, and reads again.
 * The state is what is stored, so a process that is killed at any time leaves nothing to repair.
 *
 * If a step comes twice, the archive does not list an object that the step stored. This is an error: otherwise, a
 * message would be sent over and over.
 * @param known what is known besides the state; each step updates it
 * @param by.nameOf the name of a step; undefined if the step may come twice
 * @param by.prefix key prefix, for the error
 * @throws RunStoreError for a step that comes twice, and the errors of `read` and `take`
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
