import { count } from './describe-values.ts';
import { type Finding, notSeen } from './finding.ts';

export type Meaning<Task> = readonly [name: string, selects: (task: Task) => boolean];

/**
 * @param answered the tasks that came
 * @param left known tasks that did not come, of an answer that was read to its end
 * @param ours the meaning that reports rely on
 */
export function compareMeanings<Task>(
  { answered, left }: { readonly answered: readonly Task[]; readonly left: readonly Task[] },
  ours: Meaning<Task>,
  others: readonly Meaning<Task>[],
): Finding {
  const against = ([, selects]: Meaning<Task>) =>
    answered.filter((task) => !selects(task)).length + left.filter(selects).length;
  const fitting = others.filter((meaning) => against(meaning) === 0).map(([name]) => name);
  const compared = `${count(answered.length, 'task')} came, ${left.length} known ones did not`;
  const wrong = against(ours);
  if (wrong > 0) {
    const meaning = fitting.length > 0 ? fitting.join(' or ') : `${wrong} not as expected`;
    return { seen: `${compared}: ${meaning}`, verdict: 'differs' };
  }
  if (answered.length === 0 && left.length === 0) return notSeen('no tasks to tell by');
  return fitting.length > 0
    ? notSeen(`${compared}: ${[ours[0], ...fitting].join(' or ')}`)
    : { seen: `${compared}: ${ours[0]}`, verdict: 'holds' };
}
