import type { Task } from '../../planning/contract/resources.ts';
import { count } from '../describe-values.ts';
import { type Finding, holdsIf, notSeen } from '../finding.ts';
import { type ProbedProject, tasksShape } from '../probed-project.ts';
import { isOfOneRequest } from '../read-pages.ts';
import { givenProperties } from './tasks.ts';

const fewPages = 8;
const onePage = 'all tasks came on one page';

/** A first page, short if the service knows `limit`. Reports do not send it: here it makes pages of a small project. */
async function firstPage({ reader, urlOf }: ProbedProject, limit: number, query = {}) {
  const url = await urlOf(query);
  const short = `${url}${url.includes('?') ? '&' : '?'}limit=${limit}`;
  try {
    return { url: short, ...(await reader.getPage(tasksShape, short)) };
  } catch (error) {
    if (!isOfOneRequest(error)) throw error;
    return { url, ...(await reader.getPage(tasksShape, url)) };
  }
}

export async function findNextPage(project: ProbedProject): Promise<Finding> {
  const { url, next, ids } = await firstPage(project, 2);
  const to = project.reader.nextUrlOf('tasks', url, next);
  if (to === undefined) return notSeen(onePage);
  const second = await project.reader.getPage(tasksShape, to, 2);
  if (second.ids.length === 0) return notSeen('a next page without tasks');
  const again = new Set(second.ids).intersection(new Set(ids)).size;
  return again === 0
    ? holdsIf(true, count(second.ids.length, 'other task'))
    : holdsIf(false, `${again} of ${second.ids.length} tasks are those of the first page`);
}

/** Reads the same week on pages of another length. */
export async function findWholePages(project: ProbedProject): Promise<Finding> {
  const whole = await project.week();
  if (whole.tasks.length === 0) return notSeen('no tasks');
  const { url } = await firstPage(project, Math.ceil(whole.tasks.length / fewPages), whole.query);
  const { items, pages, complete } = await project.readTasks(url);
  const [before, after] = [propertiesById(whole.items), propertiesById(items)];
  const ids = new Set([...before.keys(), ...after.keys()]);
  const lost = [...ids].filter((id) => !before.has(id) || !after.has(id)).length;
  const changed = [...ids].filter((id) => before.get(id) !== after.get(id)).length - lost;
  const seen = `${count(ids.size, 'task')} on ${count(pages, 'page')}`;
  if (lost > 0 && complete)
    return holdsIf(false, `${seen}; pages of another length have or lack ${lost} of them`);
  if (changed > 0) return holdsIf(false, `${seen}; pages of another length have other fields of ${changed}`);
  if (lost > 0) return notSeen(`${seen}, and there are more`);
  if (!complete) return holdsIf(false, `${seen}, all there are, and yet a next one is named`);
  return pages === 1 ? notSeen(onePage) : holdsIf(true, seen);
}

function propertiesById(tasks: readonly Task[]): ReadonlyMap<string, string> {
  return new Map(tasks.map((task) => [task.id, givenProperties(task).toSorted().join()]));
}
