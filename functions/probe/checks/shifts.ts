import { shifts } from '../../planning/contract/tasks-query.ts';
import { count, tallyText, wordOf } from '../describe-values.ts';
import { type Check, holdsIf, notSeen } from '../finding.ts';
import { tasksLeft } from '../probed-project.ts';

export const shiftChecks: readonly Check[] = shifts.map((shift) => ({
  id: `shifts.${shift}`,
  question: `Which tasks does shift=${shift} return?`,
  rule: shift === '24hr' ? 'those with the shift 24hr or All' : `those with the shift ${shift}`,
  async find({ week, readTasks, tasksUrl }) {
    const known = await week();
    const answer = await readTasks(tasksUrl({ ...known.query, shift }));
    // A task with an unknown word is on the sheet of the shift that returned it.
    const wrong = answer.tasks.filter(({ ownShift }) => ownShift !== undefined && ownShift !== shift).length;
    const lost = tasksLeft(answer, known.tasks).filter(({ ownShift }) => ownShift === shift).length;
    const words = tallyText(answer.tasks.map(({ source }) => wordOf(source.shift ?? '(none)')));
    const returned = `${count(answer.tasks.length, 'task')}${words === '' ? '' : `: ${words}`}`;
    const seen = lost > 0 ? `${returned}; ${lost} others of this shift were not` : returned;
    return answer.tasks.length + lost === 0 ? notSeen(seen) : holdsIf(wrong + lost === 0, seen);
  },
}));
