/**
 * What a probe asks: each row guards an open point of the contract whose answer can change a report. Checks run in this
 * order.
 */
import { idFilters, shifts } from '../planning/contract/tasks-query.ts';
import { findDurationUnit, findMidnight } from './checks/durations.ts';
import {
  findAcceptedFields,
  findAccess,
  findMisfits,
  findNames,
  findNextPage,
  findPropertiesOfFields,
  findReferences,
  findRepeatedIds,
  findWholePages,
  listNames,
} from './checks/listings.ts';
import {
  findAlternatives,
  findLongAddress,
  findOneFilter,
  findRange,
  findShift,
  findTogether,
  findUndated,
  findUnknownId,
} from './checks/selection.ts';
import { findPerDay, valueChecks } from './checks/values.ts';
import type { Check } from './finding.ts';

export const checks: readonly Check[] = [
  {
    id: 'access.key',
    question: 'Does our key read this project?',
    rule: 'tasks are answered with 200 to X-API-Key',
    find: findAccess,
  },
  {
    id: 'fields.accepted',
    question: 'Are the fifteen entries of fields accepted?',
    rule: 'all of them, in one request',
    find: findAcceptedFields,
  },
  {
    id: 'paging.next',
    question: 'Does the way to the next page lead to other tasks?',
    rule: 'paging.next.link on the host of baseUrl and the path of tasks, or after=<paging.next.after>, gives the next page',
    find: findNextPage,
  },
  {
    id: 'paging.pages',
    question: 'Do the pages together hold every task, and all of it?',
    rule: 'each task is on one of them with its fields, and the last names no next one',
    find: findWholePages,
  },
  {
    id: 'fields.properties',
    question: 'Do the entries of fields bring their properties?',
    rule: "each in some task, by the contract's name",
    find: findPropertiesOfFields,
  },
  {
    id: 'tasks.fit',
    question: 'Do the tasks fit the contract?',
    rule: 'each of them: a report leaves out the others',
    find: findMisfits,
  },
  {
    id: 'tasks.ids',
    question: 'Has each task an id of its own?',
    rule: 'a text; of tasks with the same id, a report takes the first',
    find: findRepeatedIds,
  },
  {
    id: 'windows.selection',
    question: 'Which tasks do start and finish select?',
    rule: 'those that overlap the range, its first and its last day included',
    find: findRange,
  },
  {
    id: 'windows.undated',
    question: 'Does a range bring tasks without dates?',
    rule: 'they are in every range',
    find: findUndated,
  },
  ...shifts.map((shift) => ({
    id: `shifts.${shift}`,
    question: `Which tasks does shift=${shift} return?`,
    rule: `those with the shift ${shift}${shift === '24hr' ? ' or All' : ''}`,
    find: findShift(shift),
  })),
  ...idFilters.map((filter) => ({
    id: `filters.${filter}`,
    question: `Which tasks does ${filter}=<id> select?`,
    rule: filter === 'folderIds' ? 'those in the folder or below it' : 'those that name the id',
    find: findOneFilter(filter),
  })),
  {
    id: 'filters.alternatives',
    question: 'Is one id of a list enough?',
    rule: 'it is',
    find: findAlternatives,
  },
  {
    id: 'filters.together',
    question: 'Must a task pass several filters?',
    rule: 'each of them',
    find: findTogether,
  },
  {
    id: 'filters.unknown-id',
    question: 'What does an id that nobody has select?',
    rule: 'no task, without an error',
    find: findUnknownId,
  },
  {
    id: 'filters.length',
    question: 'Is an address of nearly 8,000 characters answered?',
    rule: 'it is; longer ones are split',
    find: findLongAddress,
  },
  {
    id: 'dates.midnight',
    question: 'Does a finish at 00:00 include that day?',
    rule: 'it does, unless the duration says not',
    find: findMidnight,
  },
  {
    id: 'dates.duration',
    question: 'Does duration count working days, the finish included?',
    rule: 'it does, by the type of the calendar',
    find: findDurationUnit,
  },
  ...listNames.map((name) => ({
    id: `lists.${name}`,
    question: `Have the ${name} names, by which reports choose?`,
    rule: name === 'users' ? 'id and displayName' : 'id and name',
    find: findNames(name),
  })),
  {
    id: 'lists.references',
    question: 'Are the ids in tasks those of the lists?',
    rule: 'a filter by name finds the tasks that name the item',
    find: findReferences,
  },
  {
    id: 'amounts.labour',
    question: 'What does a quantity of labour count?',
    rule: 'people on each day of the task',
    find: findPerDay('labour'),
  },
  {
    id: 'amounts.plant',
    question: 'What does a quantity of plant count?',
    rule: 'machines on each day of the task',
    find: findPerDay('plant'),
  },
  ...valueChecks,
];
