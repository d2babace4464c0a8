import type { ReadTask } from '../../lookahead/tasks/read-task.ts';
import { PlanningError } from '../../planning/client/planning-error.ts';
import { count } from '../describe-values.ts';
import { type Check, holdsIf, notSeen } from '../finding.ts';
import { type ProbedProject, tasksShape } from '../probed-project.ts';

const fewPages = 8;
const onePage = 'all tasks came on one page';

/** A first page, short if the service knows `limit`. Reports do not send it: here it makes pages of a small project. */
async function firstPage({ reader, tasksUrl }: ProbedProject, limit: number, query = {}) {
  const url = tasksUrl(query);
  const short = `${url}&limit=${limit}`;
  try {
    return { url: short, ...(await reader.getPage(tasksShape, short)) };
  } catch (error) {
    if (!(error instanceof PlanningError) || error.name !== 'PlanningRefusedError') throw error;
    return { url, ...(await reader.getPage(tasksShape, url)) };
  }
}

export const pagingChecks: readonly Check[] = [
  {
    id: 'paging.link',
    question: 'Can paging.next.link be followed?',
    rule: 'its host is that of baseUrl, and its path that of tasks; its scheme and port may be others',
    async find(project) {
      const { url, next } = await firstPage(project, 2);
      if (!next?.link) return notSeen(next?.after ? 'a next page, but no paging.next.link' : onePage);
      // Without the cursor: a report ignores a link that it cannot follow if there is also a cursor.
      project.reader.nextUrlOf('tasks', url, { after: undefined, link: next.link });
      return holdsIf(true, 'it can');
    },
  },
  {
    id: 'paging.next',
    question: 'Does the way to the next page lead to other tasks?',
    rule: 'paging.next.link, or after=<paging.next.after>, gives the next page',
    async find(project) {
      const { url, next, ids } = await firstPage(project, 2);
      const to = project.reader.nextUrlOf('tasks', url, next);
      if (to === undefined) return notSeen(onePage);
      const second = await project.reader.getPage(tasksShape, to, { page: 2 });
      if (second.ids.length === 0) return notSeen('a next page without tasks');
      const again = new Set(second.ids).intersection(new Set(ids)).size;
      return again === 0
        ? holdsIf(true, count(second.ids.length, 'other task'))
        : holdsIf(false, `${again} of ${second.ids.length} tasks are those of the first page`);
    },
  },
  {
    id: 'paging.pages',
    question: 'Do the pages together hold every task, and all of it?',
    rule: 'each task is on one of them with its fields, and the last names no next one',
    async find(project) {
      const whole = await project.week();
      if (whole.tasks.length === 0) return notSeen('no tasks');
      const { url } = await firstPage(project, Math.ceil(whole.tasks.length / fewPages), whole.query);
      const paged = await project.readTasks(url);
      const [before, after] = [propertiesById(whole.tasks), propertiesById(paged.tasks)];
      const ids = new Set([...before.keys(), ...after.keys()]);
      const lost = [...ids].filter((id) => !before.has(id) || !after.has(id)).length;
      const changed = [...ids].filter((id) => before.get(id) !== after.get(id)).length - lost;
      const seen = `${count(ids.size, 'task')} on ${count(paged.pages, 'page')}`;
      if (lost > 0 && paged.complete) {
        return holdsIf(false, `${seen}; pages of another length have or lack ${lost} of them`);
      }
      if (changed > 0)
        return holdsIf(false, `${seen}; pages of another length have other fields of ${changed}`);
      if (!paged.complete) {
        return lost > 0
          ? notSeen(`${seen}, and there are more`)
          : holdsIf(false, `${seen}, all there are, and yet a next one is named`);
      }
      return paged.pages === 1 ? notSeen(onePage) : holdsIf(true, seen);
    },
  },
];

function propertiesById(tasks: readonly ReadTask[]): ReadonlyMap<string, string> {
  const namesOf = (task: object) =>
    Object.entries(task).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return new Map(tasks.map(({ id, source }) => [id, namesOf(source).toSorted().join()]));
}
