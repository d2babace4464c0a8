/** Writes the text of a closing: which tasks were promised, declined, not answered or answered late. */
import type { Temporal } from 'temporal-polyfill';
import { type Day, localDayOf } from '#base/day.ts';
import { dayText } from '#lookahead/dates/day-text.ts';
import { weeksText } from '#lookahead/dates/window.ts';
import { refusalText } from '#lookahead/promises/answer.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import { itemLine, maxDescribedItems, type NoticeLine, textLine } from '#mail/notice-layout.ts';
import { type AnswersToIssue, type AskedTask, isAnsweredLate } from './answers-to-issue.ts';

/** The lines of the closing mail, which shows only the first items of a long part. */
export function closingLines(answers: AnswersToIssue, at: Temporal.Instant): readonly NoticeLine[] {
  const parts = closingMailSections(answers, at).flatMap(({ heading, items }) => {
    const left = items.length - maxDescribedItems;
    const more = left > 0 ? [textLine(`And ${left} more. The command answers lists them all.`)] : [];
    return [textLine(heading), ...items.slice(0, maxDescribedItems), ...more];
  });
  const isAllPromised = answers.counts.promised === answers.counts.asked;
  return isAllPromised ? [...parts, textLine('Everything is promised.')] : parts;
}

/**
 * The sections of the closing mail that are not empty: tasks declined, tasks answered late, audiences that have not
 * answered, and lost answers. Before the week begins, the headings of the first and the third also say what to do.
 */
export function closingMailSections({ counts, tasks, timeZone, lost }: AnswersToIssue, at: Temporal.Instant) {
  const { week, missing } = counts;
  const hasBegun = localDayOf(at, timeZone) >= week.first;
  const late = tasks.filter(isAnsweredLate);
  const declined = tasks.filter((task) => task.state === 'declined' && !late.includes(task));
  const itemOf = (task: AskedTask) => answeredItem(task, week.first);
  return [
    ...closingPart(
      hasBegun ? 'Was declined:' : 'Declined. Change the plan, or remove the obstacle:',
      declined.map(itemOf),
    ),
    ...closingPart('Answered late:', late.map(itemOf)),
    ...closingPart(
      hasBegun ? 'Was not answered:' : 'Not answered. Call them before the week begins:',
      missing.map(({ name, tasks: own }) => itemLine(`${name}: ${countText(own, 'task')}`)),
    ),
    ...closingPart(
      'Lost answers:',
      lost.map((problem) => itemLine(problem)),
    ),
  ];
}

function closingPart(heading: string, items: readonly NoticeLine[]) {
  return items.length === 0 ? [] : [{ heading, items }];
}

/** `Riverside Tower, Weekly lookahead, week 48: 34 of 51 tasks promised, …` */
export function answersSummaryText({ projectName, reportName, counts }: AnswersToIssue): string {
  return `${projectName}, ${reportName}, ${weeksText(counts.week)}: ${answerCountsText(counts)}`;
}

/** `34 of 51 tasks promised, 5 declined, 10 not answered, 2 answered late` */
function answerCountsText({ asked, promised, declined, late }: Counts): string {
  const missing = asked - promised - declined - late;
  return `${promised} of ${countText(asked, 'task')} promised, ${declined} declined, ${missing} not answered${late === 0 ? '' : `, ${late} answered late`}`;
}

type Counts = Pick<AnswersToIssue['counts'], 'asked' | 'promised' | 'declined' | 'late'>;

/** `Pour slab (A1010)` */
export function askedTaskText({ ref, name }: Pick<AskedTask, 'ref' | 'name'>): string {
  return ref === name ? name : `${name} (${ref})`;
}

function answeredItem({ ref, name, dates, state, promise }: AskedTask, monday: Day): NoticeLine {
  const text = askedTaskText({ ref, name });
  if (promise === undefined) return itemLine(text);
  const { audience, note, by, day, isLate } = promise.answer;
  const others = promise.others.map(
    (other) => `${other.audience.name} ${other.says === 'promise' ? 'promised' : 'declined'} it`,
  );
  const why = state === 'declined' ? `: ${refusalText(promise.answer, monday)}` : '';
  return itemLine(isLate ? `${text}: ${state}` : text, [
    `${audience.name}${why}. Planned ${dates}`,
    ...(note === '' ? [] : [note]),
    [`${by}, ${dayText(day, monday)}`, ...others].join('; '),
  ]);
}
