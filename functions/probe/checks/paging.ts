import { PlanningError } from '../../planning/client/planning-error.ts';
import { resourceSchemas } from '../../planning/contract/resources.ts';
import { type Check, holdsIf, notSeen } from '../check.ts';
import { count } from '../describe-values.ts';
import type { ProbedProject } from '../probed-project.ts';

const tasksShape = { collection: 'tasks', schema: resourceSchemas.tasks } as const;
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
      // Alone, since a report passes over a link that it cannot follow where there is a cursor too.
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
    question: 'Do the pages together hold every task?',
    rule: 'each task is on one of them, and the last names no next one',
    async find(project) {
      const whole = await project.week();
      if (whole.tasks.length === 0) return notSeen('no tasks');
      const length = Math.ceil(whole.tasks.length / fewPages);
      const { url } = await firstPage(project, length, whole.query);
      const paged = await project.readTasks(url);
      if (paged.pages === 1) return notSeen(onePage);
      const idsOf = ({ tasks }: Pick<typeof paged, 'tasks'>) => new Set(tasks.map(({ id }) => id));
      const lost = idsOf(whole).symmetricDifference(idsOf(paged)).size;
      const seen = `${count(paged.tasks.length, 'task')} on ${count(paged.pages, 'page')}`;
      if (!paged.complete && lost > 0) return notSeen(`${seen}, and there are more`);
      if (!paged.complete) return holdsIf(false, `${seen}, all there are, and yet a next one is named`);
      return holdsIf(lost === 0, lost === 0 ? seen : `${seen}, ${lost} of which other pages have or lack`);
    },
  },
];
