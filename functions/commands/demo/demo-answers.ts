/** Made-up foremen who answer the pages of their cuts, through the same code as real ones. */

import type { Temporal } from 'temporal-polyfill';
import { questionsOf } from '#answers/answer-form.ts';
import { storeAnswerForm } from '#answers/take-answers.ts';
import { addDaysToIsoDate } from '#base/day.ts';
import type { PageStore } from '#pages/objects.ts';
import { parsePageKey } from '#pages/page-link.ts';
import { decodePage, type PageQuestions } from '#pages/stored-page.ts';
import { type RandomStream, randomStream } from '#planning-server/sample/random.ts';
import type { SampleProject } from '#planning-server/sample/sample-project.ts';
import { type ReportRun, runObjectKeyValuesOf } from '#runs/look-up-report.ts';
import { runPrefix } from '#runs/store/names.ts';

type Fields = Record<string, string>;

/**
 * Stores answers. On the Saturday or Sunday before the week, most foremen promise their tasks and some decline one; on
 * its Friday they answer what was done. Not all answer.
 * @param of.after the sample projects as they are after that week
 */
export async function storeDemoAnswers(
  store: PageStore,
  runs: readonly ReportRun[],
  of: {
    readonly friday: Temporal.PlainDate;
    readonly after: readonly SampleProject[];
    readonly seed: number;
  },
): Promise<void> {
  for (const run of runs) {
    if (run.report.answers === undefined) continue;
    const { timeZone, projectId } = run.project;
    const tasks = of.after.find((project) => project.projectId === projectId)?.collections.tasks ?? [];
    const statuses = new Map(tasks.map(({ id, status }) => [id, status]));
    const prefix = runPrefix(runObjectKeyValuesOf(run));
    for (const [index, key] of (await store.list(`${prefix}pages/`)).entries()) {
      const page = decodePage((await store.get(key)) ?? new Uint8Array());
      if (page?.questions === undefined) continue;
      const { questions, number: revision } = page;
      const { instant: read } = page.read;
      const random = randomStream(of.seed, `answers ${of.friday} ${questions.cut.id}`);
      const answer = (days: number, plainTime: string, fields: Fields) => {
        const day = of.friday.add({ days });
        const now = day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
        const asked = {
          questions,
          revision,
          read,
          address: parsePageKey(key),
          store,
          now,
          today: day.toString(),
        };
        const name = foremen[index % foremen.length] ?? '';
        return storeAnswerForm(asked, new URLSearchParams({ ...fields, name, nonce: `demo ${days}` }));
      };
      if (random.chance(0.1)) continue;
      await answer(random.chance(0.5) ? 1 : 2, '10:15', promises(questions, random));
      await answer(7, '12:00', outcomes(questions, statuses, random));
    }
  }
}

const foremen = ['Marta Nowak', 'Jack Reilly', 'Tom Okafor', 'Priya Shah'];

function promises(questions: PageQuestions, random: RandomStream): Fields {
  const fields: Fields = {};
  for (const [place, { week, start, people }] of questionsOf(questions).entries()) {
    if (week !== questions.week || random.chance(0.08)) continue;
    const isDeclined = random.chance(0.12);
    fields[`a${place}`] = isDeclined ? 'decline' : 'promise';
    if (isDeclined) {
      fields[`r${place}`] = random.pick(questions.reasons);
      fields[`f${place}`] = addDaysToIsoDate(start > week ? start : week, random.int(2, 6));
    } else if (people !== undefined && people > 2 && random.chance(0.1)) {
      fields[`p${place}`] = String(people - 1);
    }
  }
  return fields;
}

/**
 * The fields of the form that say of each task due in the week whether it was done. One in ten is left out. Of those
 * that are not complete in the plan, one in twenty is answered as done.
 */
function outcomes(
  questions: PageQuestions,
  statuses: ReadonlyMap<string, string | undefined>,
  random: RandomStream,
): Fields {
  const fields: Fields = {};
  for (const [place, { id, week, start, finish }] of questionsOf(questions).entries()) {
    if (week !== questions.week || finish > addDaysToIsoDate(week, 6) || random.chance(0.1)) continue;
    // The page does not ask yet whether a task that begins on the Friday was done.
    if (start > addDaysToIsoDate(week, 3)) continue;
    const isDone = statuses.get(id) === 'complete' || random.chance(0.05);
    fields[`a${place}`] = isDone ? 'done' : 'undone';
    if (!isDone) fields[`r${place}`] = random.pick(questions.reasons);
  }
  return fields;
}
