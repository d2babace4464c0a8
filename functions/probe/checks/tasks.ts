import { resourceSchemas } from '../../planning/contract/resources.ts';
import { fieldProperties } from '../../planning/contract/tasks-query.ts';
import { count, listText, tallyText, wordOf } from '../describe-values.ts';
import { type Check, holdsIf, notSeen } from '../finding.ts';

export const taskChecks: readonly Check[] = [
  {
    id: 'tasks.read',
    question: 'Can tasks be read as a report reads them?',
    rule: 'start, finish and all fifteen fields are answered, page by page',
    async find({ tasks }) {
      const reading = await tasks();
      const found = `${count(reading.tasks.length, 'task')} on ${count(reading.pages, 'page')}`;
      return reading.tasks.length + reading.misfits.length > 0
        ? holdsIf(true, reading.complete ? found : `${found}, and there are more`)
        : notSeen('the project has no tasks');
    },
  },
  {
    id: 'tasks.fit',
    question: 'Would a report reject a task?',
    rule: 'every task fits the contract',
    async find(project) {
      const { tasks, misfits } = await project.tasks();
      if (misfits.length === 0) return tasks.length > 0 ? holdsIf(true, 'none') : notSeen('no tasks');
      return holdsIf(
        false,
        tallyText(misfits.flatMap(({ property, reason, items }) => items.map(() => `${property} ${reason}`))),
      );
    },
  },
  {
    id: 'tasks.fields',
    question: 'Do the fifteen fields bring their properties?',
    rule: "each in some task, by the contract's name",
    async find(project) {
      const { tasks } = await project.tasks();
      if (tasks.length === 0) return notSeen('no tasks');
      const came = new Set(
        tasks.flatMap(({ source }) =>
          Object.entries(source).flatMap(([name, value]) => (value === undefined ? [] : [name])),
        ),
      );
      const expected = new Set<string>(Object.values(fieldProperties));
      const missing = [...expected.difference(came)];
      if (missing.length === 0) return holdsIf(true, 'all of them');
      if (missing.length === expected.size) return holdsIf(false, 'no task has any of them');
      const others = [...came.difference(new Set(Object.keys(resourceSchemas.tasks.shape)))].map(wordOf);
      // A property that the contract does not name may be the missing one.
      return others.length > 0
        ? holdsIf(false, `no task has ${listText(missing)}, but some have ${listText(others)}`)
        : notSeen(`no task has ${listText(missing)}`);
    },
  },
];
