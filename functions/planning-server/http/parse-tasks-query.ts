import {
  fieldProperties,
  idFilters,
  type Shift,
  shifts,
  type TaskField,
  type TasksQuery,
  taskFields,
} from '../../planning/contract/tasks-query.ts';
import { isCalendarDate } from '../calendar-date.ts';
import { type ParameterProblem, suggestion } from './parameters.ts';

/** The parameters of the tasks operation, paging aside. */
export const taskParameters = ['start', 'finish', 'shift', ...idFilters, 'fields'] as const;

/**
 * The tasks query that the parameters spell. What is wrong goes to `problems`, all of it, and is left out.
 * Open point: conditions that yield 422. An empty value is one: a filter that a script left blank by mistake
 * would otherwise return everything.
 */
export function parseTasksQuery(
  values: ReadonlyMap<string, string>,
  problems: ParameterProblem[],
): TasksQuery {
  const start = readDate('start', values, problems);
  const finish = readDate('finish', values, problems);
  if (start !== undefined && finish !== undefined && start > finish) {
    problems.push({ parameter: 'start', value: start, reason: `start is after finish, ${finish}` });
  }
  const ids = Object.fromEntries(
    idFilters.map((filter) => [filter, readList(filter, values, problems)] as const),
  );
  return { start, finish, shift: readShift(values, problems), fields: readFields(values, problems), ...ids };
}

function readDate(parameter: string, values: ReadonlyMap<string, string>, problems: ParameterProblem[]) {
  const value = values.get(parameter);
  if (value === undefined || isCalendarDate(value)) return value;
  problems.push({ parameter, value, reason: 'expected a date that exists, as YYYY-MM-DD' });
  return undefined;
}

function readShift(values: ReadonlyMap<string, string>, problems: ParameterProblem[]): Shift | undefined {
  const value = values.get('shift');
  if (value === undefined) return undefined;
  const shift = shifts.find((each) => each === value);
  if (shift === undefined) {
    const reason = `expected one of the shifts${suggestion(value, shifts)}`;
    problems.push({ parameter: 'shift', value, reason, allowed: shifts });
  }
  return shift;
}

function readFields(values: ReadonlyMap<string, string>, problems: ParameterProblem[]) {
  const names = readList('fields', values, problems);
  const unknown = names?.filter((name) => !isField(name)) ?? [];
  for (const value of new Set(unknown)) {
    const reason = `no such field${suggestion(value, taskFields)}`;
    problems.push({ parameter: 'fields', value, reason, allowed: taskFields });
  }
  return names?.filter(isField);
}

function isField(name: string): name is TaskField {
  return Object.hasOwn(fieldProperties, name);
}

function readList(parameter: string, values: ReadonlyMap<string, string>, problems: ParameterProblem[]) {
  const value = values.get(parameter);
  if (value === undefined) return undefined;
  const entries = value.split(',').map((entry) => entry.trim());
  if (entries.every((entry) => entry !== '')) return entries;
  const reason =
    value.trim() === '' ? 'empty; give a value or leave the parameter out' : 'empty entry between commas';
  problems.push({ parameter, value, reason });
  return undefined;
}
