import { PlanningError } from '../../planning/client/planning-error.ts';
import { count } from '../describe-values.ts';
import { type Check, holdsIf } from '../finding.ts';
import { tasksShape } from '../probed-project.ts';

export const accessChecks: readonly Check[] = [
  {
    id: 'access.key',
    question: 'Does our key read this project?',
    rule: 'tasks are answered with 200 to X-API-Key',
    async find({ reader, tasksUrl, comingWeek }) {
      const { items } = await reader.getPage(tasksShape, tasksUrl(comingWeek));
      return holdsIf(true, `200, ${count(items.length, 'task')} of the coming week`);
    },
  },
];

/** Not a real key, but always the same, so that the service's operator can recognize it. */
const madeUpKey = 'lookahead-probe-made-up-key';

export const wrongKeyChecks: readonly Check[] = [
  {
    id: 'access.wrong-key',
    question: 'What does a made-up key get?',
    rule: '401, upon which a token is renewed',
    async find({ reader }) {
      try {
        await reader.getPageWithKey(tasksShape, madeUpKey);
        return holdsIf(false, '200');
      } catch (error) {
        if (!(error instanceof PlanningError) || error.status === undefined) throw error;
        return holdsIf(error.status === 401, String(error.status));
      }
    },
  },
];
