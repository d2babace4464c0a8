/** Adds to the tasks of a page what was answered to them, without names of persons and notes. */
import { type Day, firstDay, parseDay } from '#base/day.ts';
import { datesText } from '#lookahead/dates/day-text.ts';
import { isAboutPromise, refusalText, standingOf } from '#lookahead/promises/answer.ts';
import type { PromiseState } from '#lookahead/promises/promises.ts';
import { peopleText } from '#lookahead/text/quantity-text.ts';
import type { StandingAnswers } from '#pages/objects.ts';
import type { PageTask, StoredPage } from '#pages/stored-page.ts';

type TaskAnswer = {
  readonly state: PromiseState;
  /** `✓ promised by Stonebridge Frame Ltd, 11 people` */
  readonly words: string;
};

type Said = StandingAnswers['answers'][number] & Pick<StandingAnswers, 'cut'>;

export type AnsweredTask = PageTask & { readonly answer?: TaskAnswer };

/** A page with what was answered to its tasks by now. */
export type AnsweredPage = Omit<StoredPage, 'tasks'> & {
  readonly tasks: AnsweredTask[];
  /** When the answers close; undefined if nobody was asked for the week. */
  readonly closes?: StandingAnswers['closes'];
};

/** @param week its Monday, `YYYY-MM-DD` */
export function withAnswers(page: StoredPage, week: string, cuts: readonly StandingAnswers[]): AnsweredPage {
  const [latest] = cuts.toSorted((a, b) => b.revision - a.revision);
  if (latest === undefined) return page;
  const monday = dayOf(week);
  // A cut that the latest revision did not ask has no task any more.
  const asked = new Set(cuts.flatMap((cut) => (cut.revision === latest.revision ? cut.asked : [])));
  const said = cuts.flatMap(({ cut, answers }) => answers.map((answer) => ({ ...answer, cut })));
  const byTask = Map.groupBy(
    said.filter((answer) => answer.week === week),
    ({ task }) => task,
  );
  const onPage = new Map(page.tasks.map((task) => [task.id, task]));
  /** Why a task is held up by a predecessor, which may be another firm's. */
  const declinedText = (id: string, label: string): PageTask['missing'] => {
    const answer = standingOf((byTask.get(id) ?? []).filter(isAboutPromise))?.answer;
    const task = onPage.get(id);
    if (answer?.says !== 'decline' || (task && !isForDaysOf(task, answer))) return [];
    const says = `${label}: ${answer.cut.name} says not as planned, ${whyText(answer, monday)}`;
    return [{ word: `${label} declined`, says, isGap: false }];
  };
  const tasks = page.tasks.map((task): AnsweredTask => {
    const own = byTask.get(task.id) ?? [];
    const behind = (task.after ?? []).flatMap(({ id, label }) => declinedText(id, label));
    const late =
      behind.length === 0 ? task : { ...task, ready: 'no' as const, missing: [...task.missing, ...behind] };
    const done = standingOf(own.filter((answer) => !isAboutPromise(answer)))?.answer;
    const promise = standingOf(own.filter(isAboutPromise));
    if (done === undefined && promise === undefined && !asked.has(task.id)) return late;
    const state = stateOf(task, promise?.answer);
    const words = done === undefined ? promiseWords(promise, { task, monday }) : doneWords(done, monday);
    const isDeclined = state === 'declined' && task.ready !== undefined;
    return { ...late, ...(isDeclined && { ready: 'no' }), answer: { state, words } };
  });
  return { ...page, tasks, closes: latest.closes };
}

function stateOf(task: PageTask, said: Said | undefined): PromiseState {
  if (said === undefined) return 'open';
  if (!isForDaysOf(task, said)) return 'moved';
  return said.says === 'promise' ? 'promised' : 'declined';
}

function isForDaysOf({ days }: PageTask, { start, finish }: Said): boolean {
  return days?.start === start && days.finish === finish;
}

type Promise = ReturnType<typeof standingOf<Said>>;

function promiseWords(
  promise: Promise,
  { task, monday }: { readonly task: PageTask; readonly monday: Day },
): string {
  if (promise === undefined) return 'not answered yet';
  const { answer, others } = promise;
  const { says, start, finish, people, cut, late } = answer;
  const days = isForDaysOf(task, answer)
    ? ''
    : ` for ${datesText({ start: dayOf(start), finish: dayOf(finish) }, monday)}`;
  const by = says === 'promise' ? ` by ${cut.name}` : '';
  const words = [
    says === 'promise' ? `✓ promised${by}${days}` : `✗ not as planned${days}: ${whyText(answer, monday)}`,
    ...(people === undefined ? [] : [peopleText(people)]),
    ...(late ? ['late'] : []),
  ];
  const differing = others.filter((other) => other.says !== says).map((other) => otherWords(other));
  return [words.join(', '), ...differing].join('; ');
}

function otherWords({ says, cut }: Said): string {
  return `${cut.name}: ${says === 'promise' ? 'promised' : 'not as planned'}`;
}

function doneWords(said: Said, monday: Day): string {
  return said.says === 'done' ? `✓ done, says ${said.cut.name}` : `✗ not done: ${whyText(said, monday)}`;
}

function whyText({ reason = '', from }: Said, monday: Day): string {
  return refusalText({ reason, from: from === undefined ? undefined : dayOf(from) }, monday);
}

/** Checked when it was sent. */
function dayOf(text: string): Day {
  return parseDay(text) ?? firstDay;
}
