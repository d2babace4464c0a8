import type { Collection } from '#planning/contract/resources.ts';
import { idFilters, regions, shifts, taskFields } from '#planning/contract/tasks-query.ts';
import {
  choice,
  choiceList,
  date,
  idList,
  label,
  type Parameter,
  text,
  wholeNumber,
} from './parameter-kinds.ts';

const maxPageSize = 1_000;

export const region = choice('region', regions, {
  description: 'The region that the project is in.',
  otherwise: 'no such region',
});
export const projectId = text('projectId', {
  description: 'The id of the project.',
  schema: { type: 'string', minLength: 1 },
});

export const tasksParameters = {
  start: date('start', 'Only tasks that end on this local date or later.'),
  finish: date('finish', 'Only tasks that begin on this local date or before.'),
  shift: choice('shift', shifts, {
    description: 'Only tasks of this shift.',
    otherwise: 'expected one of the shifts',
  }),
  ids: idFilters.map((filter) => idList(filter, 'Alternatives; different parameters all apply.')),
  fields: choiceList('fields', taskFields, {
    description: 'Properties to answer beside the ones always there.',
    otherwise: 'no such field',
  }),
};

/** Open point of the contract: it names no parameter for the cursor or the page size. */
export type PagingParameters = {
  readonly after: Parameter<string>;
  readonly limit: Parameter<number>;
  /** Beyond the contract. */
  readonly version: Parameter<string>;
  readonly pageSize: number;
};

/** @throws RangeError for a page size that is not a whole number from 1 to 1,000 */
export function pagingParameters(pageSize: number): PagingParameters {
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > maxPageSize) {
    throw new RangeError(`The page size must be a whole number from 1 to ${maxPageSize}, not ${pageSize}.`);
  }
  return {
    after: text('after', {
      description: 'The cursor of the page: paging.next.after of the one before.',
      schema: { type: 'string' },
    }),
    limit: wholeNumber('limit', { description: 'Items on a page.', max: maxPageSize, default: pageSize }),
    version: label(
      'version',
      'A version of the project, as Planning-Version names it, instead of the current one.',
    ),
    pageSize,
  };
}

export function queryParametersOf(
  collection: Collection,
  { after, limit, version }: PagingParameters,
): readonly Parameter<unknown>[] {
  if (collection !== 'tasks') return [after, limit, version];
  const { start, finish, shift, ids, fields } = tasksParameters;
  return [start, finish, shift, ...ids, fields, after, limit, version];
}
