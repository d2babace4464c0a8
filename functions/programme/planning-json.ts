/** A project as JSON in the form of the Planning Read API: the only file that needs no mapping. */

import type * as z from 'zod/mini';
import { isNestedDeeper, maxJsonLevels, parseJson, propertyOf } from '#base/json.ts';
import { englishZodMessages } from '#base/text/english.ts';
import { type CollectionName, envelopeSchema, schemasByCollection } from '#planning/contract/resources.ts';
import { getCompiledTaskSchema } from '#planning-server/versions/database.ts';
import { makeValuePerCollection, type StoredItem } from '#planning-server/versions/version.ts';
import { MappingReportBuilder } from './mapping/import-report.ts';
import { ProgrammeError } from './programme.ts';
import { decodeWholeText } from './readers/text-lines.ts';

/** @throws ProgrammeError for bytes that are not JSON, or are nested too deep */
export function parsePlanningJsonBytes(bytes: Uint8Array): unknown {
  const content = parseJson(decodeWholeText(bytes));
  const isDeep = isNestedDeeper(content, maxJsonLevels);
  if (content !== undefined && !isDeep) return content;
  const problem = isDeep ? `is nested more than ${maxJsonLevels} levels deep` : 'is not valid JSON';
  throw new ProgrammeError(`the file ${problem}`, { remedy: 'Export it again, whole.' });
}

/**
 * @param bytes JSON: a list of tasks, or an object with a list for each collection, where only `tasks` is required.
 *   Each list may be wrapped as in an answer of the service: `{ "results": […] }`
 * @throws ProgrammeError for another shape, for one page of several, and if no task fits the contract; single items
 *   that do not fit, or repeat an id, are left out and reported
 */
export function readPlanningJson(bytes: Uint8Array) {
  const content = parsePlanningJsonBytes(bytes);
  const isTasks = Array.isArray(content) || propertyOf(content, 'results') !== undefined;
  const lists = isTasks ? { tasks: content } : content;
  const report = new MappingReportBuilder();
  const tasks = fittingItems('tasks', propertyOf(lists, 'tasks'), report);
  if (tasks.length === 0) {
    const { text } = report.problems[0] ?? { text: 'it has no tasks' };
    throw new ProgrammeError(text, { remedy: 'Export it again, whole.' });
  }
  const collections = makeValuePerCollection((collection) => {
    if (collection === 'tasks') return tasks;
    const list = propertyOf(lists, collection);
    if (list !== undefined) return fittingItems(collection, list, report);
    // If a list is missing, its items are those that tasks refer to: `location` for `locations`.
    const properties = collection === 'users' ? ['owner', 'assignedTo'] : [collection.slice(0, -1)];
    const referred = tasks.flatMap((task) => properties.flatMap((name) => task[name]));
    return fittingItems(collection, referred, new MappingReportBuilder());
  });
  return { collections, report: report.finish(makeValuePerCollection((name) => collections[name].length)) };
}

function fittingItems(collection: CollectionName, list: unknown, report: MappingReportBuilder) {
  const envelope = envelopeSchema.safeParse(Array.isArray(list) ? { results: list } : list);
  if (!envelope.success) {
    throw new ProgrammeError(`there is no list of ${collection}`, {
      remedy: 'Give an array, or an answer of the service.',
    });
  }
  if (envelope.data.paging?.next?.after) {
    throw new ProgrammeError(`the ${collection} are one page of several (paging.next)`, {
      remedy: 'Put all pages into one array.',
    });
  }
  const schema: z.ZodMiniType<{ id: string }> =
    collection === 'tasks' ? getCompiledTaskSchema() : schemasByCollection[collection];
  const ids = new Set<string>();
  return envelope.data.results.filter((item, index): item is StoredItem => {
    const { data, error } = schema.safeParse(item, englishZodMessages);
    const issue = error?.issues[0];
    if (data !== undefined && !ids.has(data.id)) return ids.add(data.id).size > 0;
    const id = propertyOf(item, 'id');
    const problem = issue
      ? `${issue.path.join('.') || 'itself'}: ${issue.message}`
      : 'an earlier item has the same id';
    const named = typeof id === 'string' ? ` (${JSON.stringify(id)})` : '';
    report.rejected(undefined, `${collection}, item ${index + 1}${named}: ${problem}`);
    return false;
  });
}
