/** Finds and reads what people answered, for the plan of a report. */
import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import { type Day, formatDay, localDayOf } from '#base/day.ts';
import { together } from '#base/together.ts';
import type { RunStore } from '#delivery/store/run-store.ts';
import type { Snapshot } from '#delivery/store/snapshot.ts';
import { dayOf } from '#delivery/store/stored-object.ts';
import { type Window, windowKey } from '#lookahead/dates/window.ts';
import type { Answer } from '#lookahead/promises/answer.ts';
import type { AskedAudiences, PromisesInput } from '#lookahead/promises/promises.ts';
import { cameLate, inOrder, questionKey } from '#pages/answers/stored-answers.ts';
import { storedAnswers, storedNames } from '#pages/objects.ts';

type AskingIssue = {
  readonly reference: { readonly window: Window };
  readonly asked: AskedAudiences | undefined;
};

/** @param plans those that last week and the week before are measured by */
export async function findAnswers(
  { store, address }: RunStore,
  issues: readonly AskingIssue[],
  plans: readonly (AskingIssue | undefined)[],
): Promise<NonNullable<Snapshot['answers']>> {
  const { first } = address.window;
  const latest = issues.findLast(({ reference, asked }) => asked && reference.window.first === first);
  const asking = [...plans, latest].filter((issue) => issue !== undefined);
  const windows = new Set(
    [address.window, ...asking.map(({ reference }) => reference.window)].map(windowKey),
  );
  const { project, report } = address;
  const prefix = storedAnswers.under({ project, report });
  const keys = await Promise.all(Array.from(windows, (window) => store.list(`${prefix}${window}/`)));
  const asked = new Map(
    asking.flatMap(({ reference, asked: audiences }): [Day, AskedAudiences][] =>
      audiences ? [[reference.window.first, audiences]] : [],
    ),
  );
  return {
    keys: keys.flat().sort(),
    asked: Array.from(asked, ([week, audiences]) => ({ week, audiences: [...audiences] })),
  };
}

/** Answers that another report of the project asked for, for windows that begin in the week or later: nobody is asked here. */
export async function findAnswersOfOther(
  { store, address: { project } }: RunStore,
  report: string | undefined,
  week: Window,
): Promise<Snapshot['answers']> {
  if (report === undefined) return undefined;
  const prefix = storedAnswers.under({ project, report });
  const keys = await store.list(prefix, { after: `${prefix}${formatDay(week.first)}` });
  return { keys: [...keys], asked: [] };
}

/** The answers of a snapshot, with the names that are still stored. One that cannot be read is left out. */
export async function readPromises(
  store: ObjectStore,
  { keys, asked }: NonNullable<Snapshot['answers']>,
  timeZone: string,
): Promise<PromisesInput> {
  const answers = await readAnswers(store, keys, { timeZone });
  return { answers, asked: new Map(asked.map(({ week, audiences }) => [week, audiences])) };
}

const readAtOnce = 16;

/** In the order in which they were stored. @param by.onDamaged gets a sentence on each that cannot be read */
export async function readAnswers(
  store: ObjectStore,
  keys: readonly string[],
  by: { readonly timeZone: string; readonly onDamaged?: (sentence: string) => void },
): Promise<readonly Answer[]> {
  const read = await together(storedAnswers.in(keys), readAtOnce, async (of) => {
    const [submission, names] = await Promise.all([
      storedAnswers.read(store, of, by.onDamaged),
      storedNames.read(store, of),
    ]);
    return submission ? [{ key: storedAnswers.key(of), submission, names }] : [];
  });
  const notes = new Map<string, string | undefined>();
  return inOrder(read.flat()).flatMap(({ submission, names }): readonly Answer[] => {
    const { at, cut, revision, entries } = submission;
    const day = localDayOf(Temporal.Instant.from(at), by.timeZone);
    const isLate = cameLate(submission);
    return entries.map((entry, place) => {
      const { task, says, week, start, finish, reason = '', from, people, noted } = entry;
      const question = `${cut.kind} ${cut.id} ${questionKey(entry)}`;
      const note = names?.notes[place];
      // Without its names, the note was removed, and the one before does not come back.
      if (noted && (names === undefined || note !== undefined)) notes.set(question, note);
      return {
        taskId: task,
        says,
        week: dayOf(week),
        dates: { start: dayOf(start), finish: dayOf(finish) },
        reason,
        from: from === undefined ? undefined : dayOf(from),
        people,
        note: (noted && notes.get(question)) || '',
        by: names?.name ?? nameRemoved,
        cut,
        revision,
        at,
        day,
        isLate,
      };
    });
  });
}

const nameRemoved = '(name removed)';
