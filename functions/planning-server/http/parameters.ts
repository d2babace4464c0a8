/**
 * The parameters of requests, as schemas: they check a request, and the OpenAPI document is made from them. Their
 * messages are codes of `problems.ts`.
 */
import { closest, distance } from 'fastest-levenshtein';
import * as z from 'zod/mini';
import { parseDay } from '#base/day.ts';
import { getOrInsert } from '#base/get-or-insert.ts';
import { idFilterDefinitions } from '#planning/contract/id-filters.ts';
import type { CollectionName } from '#planning/contract/resources.ts';
import {
  type IdFilterName,
  maxIdsPerFilter,
  regions,
  shifts,
  taskBaseProperties,
  taskFieldProperties,
  taskFields,
} from '#planning/contract/tasks-query.ts';
import type { PageRequest, ProjectReference } from '#planning-server/versions/version.ts';
import { type CursorSigner, queryFingerprint } from './cursor.ts';
import { createParameterProblem, maxPageSize, type ParameterProblem } from './problems.ts';

/** An earlier year is a mistake or means no date, such as 0001-01-01. */
const firstYear = '1900';

/** The texts of one parameter, percent-encoded as sent. */
const encodedText = z.pipe(
  z.array(z.string()).check(z.maxLength(1, 'parameter_repeated')),
  z.transform(([text = '']) => text),
);
const decodedText = z.pipe(z.pipe(encodedText, z.transform(formDecoded)), z.string());

const date = z.pipe(
  decodedText,
  z.stringFormat('date', (each) => parseDay(each) !== undefined && each >= firstYear, 'date_invalid'),
);
const version = z.pipe(decodedText, z.string().check(z.regex(/^[a-z0-9]{1,64}$/, 'label_invalid')));
const pageSize = z.pipe(
  z.pipe(decodedText, z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'number_invalid')), z.transform(Number))),
  z.int().check(z.minimum(1, 'number_invalid'), z.maximum(maxPageSize, 'number_invalid')),
);

/**
 * Open point of the contract: which conditions yield 422. An empty value does: a filter that a script left blank by
 * mistake would otherwise return everything.
 */
const nonEmptyEntries = z.array(z.string().check(z.minLength(1, 'value_empty'))).check(z.minLength(1));
/** A comma within an id is sent as `%2C`, a comma between ids unencoded. */
const ids = z.pipe(
  encodedText,
  z.pipe(
    z.transform((list: string) => differentEntries(list.split(',').map(formDecoded))),
    nonEmptyEntries.check(z.maxLength(maxIdsPerFilter, 'too_many_ids')),
  ),
);
const fields = z.pipe(
  decodedText,
  z.pipe(
    z.pipe(
      z.transform((list: string) => differentEntries(list.split(','))),
      nonEmptyEntries,
    ),
    z.array(z.enum(taskFields, 'value_unknown')).check(z.minLength(1)),
  ),
);

const optional = <Schema extends z.ZodMiniType>(schema: Schema, description: string) =>
  z.optional(schema).check(z.describe(description));
const idFilterParameter = (filter: IdFilterName) => {
  const { property, list } = idFilterDefinitions[filter];
  return optional(ids, `Only tasks whose ${property} has one of these ids, which /${list} lists.`);
};
const undatedTasksText = 'A task without dates is in every range.';
const addedFieldTexts = taskFields.map((field) => {
  const property = taskFieldProperties[field];
  return field === property ? field : `${field} adds ${property}`;
});
const fieldsText = `Properties to include besides ${taskBaseProperties.join(', ')}: ${addedFieldTexts.join(', ')}.`;

export const regionParameterSchema = z.object({
  region: z
    .enum(regions, 'value_unknown')
    .check(z.meta({ description: 'The region that the project is in.', example: 'gb' })),
});
export const pathParametersSchema = z.extend(regionParameterSchema, {
  projectId: z
    .string()
    .check(z.minLength(1), z.meta({ description: 'The id of the project.', example: 'riverside-tower' })),
});

export type QueryParameterSchemas = ReturnType<typeof createQueryParameterSchemas>;

/**
 * The parameters of the query, by operation. Open points of the contract: it names no parameter for the cursor or the
 * page size. An unknown parameter is an error, because ignoring a mistyped filter would widen the response unnoticed.
 * @param defaultPageSize items on a page without `limit`
 * @throws RangeError for a page size that is not a whole number from 1 to 1,000
 */
export function createQueryParameterSchemas(defaultPageSize: number) {
  if (!Number.isInteger(defaultPageSize) || defaultPageSize < 1 || defaultPageSize > maxPageSize) {
    throw new RangeError(
      `The page size must be a whole number from 1 to ${maxPageSize}, not ${defaultPageSize}.`,
    );
  }
  const paging = {
    after: optional(
      decodedText,
      'The cursor of the page: paging.next.after of the previous page. It works for at least 24 hours, even if newer versions arrive.',
    ),
    limit: z._default(pageSize, defaultPageSize).check(z.describe('Items on a page.')),
    version: optional(
      version,
      'A version of the project, as Planning-Version names it, instead of the current one.',
    ),
  };
  const tasks = z.strictObject(
    {
      start: optional(date, `Only tasks that end on this local date or later. ${undatedTasksText}`),
      finish: optional(date, `Only tasks that begin on this local date or before. ${undatedTasksText}`),
      shift: optional(z.pipe(decodedText, z.enum(shifts, 'value_unknown')), 'Only tasks of this shift.'),
      ownerIds: idFilterParameter('ownerIds'),
      folderIds: idFilterParameter('folderIds'),
      packageIds: idFilterParameter('packageIds'),
      locationIds: idFilterParameter('locationIds'),
      calendarIds: idFilterParameter('calendarIds'),
      subcontractorIds: idFilterParameter('subcontractorIds'),
      assignedToIds: idFilterParameter('assignedToIds'),
      fields: optional(fields, fieldsText),
      ...paging,
    },
    'parameter_unknown',
  );
  return { tasks, list: z.strictObject(paging, 'parameter_unknown') };
}

type CollectionRequest = {
  readonly project: ProjectReference;
  readonly version: string | undefined;
  readonly hasCursor: boolean;
  readonly request: PageRequest;
  readonly fingerprint: string;
};

export function parseCollectionRequest(
  search: string,
  { collection, path }: { readonly collection: CollectionName; readonly path: object },
  { parameters, cursors }: { readonly parameters: QueryParameterSchemas; readonly cursors: CursorSigner },
): CollectionRequest | { readonly problems: readonly ParameterProblem[] } {
  const schema = parameters[collection === 'tasks' ? 'tasks' : 'list'];
  const place = pathParametersSchema.safeParse(path, { reportInput: true });
  const texts = textsByName(search);
  const parsed = schema.safeParse(texts, { reportInput: true });
  const problems = [...parameterProblemsOf(place.error), ...parameterProblemsOf(parsed.error, schema)];
  const rightText = (name: string) =>
    problems.some(({ parameter }) => parameter === name) ? '' : formDecoded(texts[name]?.[0] ?? '');
  const [start, finish] = [rightText('start'), rightText('finish')];
  if (finish !== '' && start > finish) {
    problems.push(createParameterProblem('start', 'dates_reversed', { value: start }));
  }
  if (!place.success || !parsed.success || problems.length > 0) return { problems };
  const project = place.data;
  const { after, limit, version, ...query } = parsed.data;
  const fingerprint = queryFingerprint(project, collection, query);
  const position = after === undefined ? undefined : cursors.read(after, fingerprint);
  if (position === 'invalid')
    return { problems: [createParameterProblem('after', 'cursor_invalid', { value: after })] };
  if (position === 'expired') return { problems: [createParameterProblem('after', 'cursor_expired')] };
  if (position && version !== undefined && version !== position.version) {
    return { problems: [createParameterProblem('version', 'version_conflict', { value: version })] };
  }
  return {
    project,
    version: position?.version ?? version,
    hasCursor: position !== undefined,
    request: { collection, query, from: position?.from ?? 0, limit },
    fingerprint,
  };
}

/** @param schema of the query: if a parameter is unknown, a similar name in this schema is suggested */
export function parameterProblemsOf(
  error: z.core.$ZodError | undefined,
  schema?: z.ZodMiniObject,
): readonly ParameterProblem[] {
  return (error?.issues ?? []).flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      const names = Object.keys(schema?.shape ?? {});
      return issue.keys.map((key) =>
        createParameterProblem(key, 'parameter_unknown', {
          allowed: names,
          suggestion: suggestionFor(key, names),
        }),
      );
    }
    const { input } = issue;
    const value = typeof input === 'string' || typeof input === 'number' ? String(input) : undefined;
    const allowed = issue.code === 'invalid_value' ? issue.values.map(String) : undefined;
    const suggestion = allowed && value !== undefined ? suggestionFor(value, allowed) : undefined;
    return createParameterProblem(String(issue.path[0] ?? 'body'), issue.message, {
      value,
      allowed,
      suggestion,
    });
  });
}

function textsByName(search: string): Readonly<Record<string, readonly string[]>> {
  const texts = new Map<string, string[]>();
  for (const pair of search.replace(/^\?/, '').split('&')) {
    if (pair === '') continue;
    const [name = '', ...rest] = pair.split('=');
    getOrInsert(texts, formDecoded(name), () => []).push(rest.join('='));
  }
  return Object.fromEntries(texts);
}

/** Form decoding: `+` is a space, and an invalid escape stays unchanged. */
function formDecoded(text: string): string {
  return /[%+]/.test(text) ? (new URLSearchParams(`text=${text}`).get('text') ?? '') : text;
}

function differentEntries(list: readonly string[]): string[] {
  return [...new Set(list.map((entry) => entry.trim()))];
}

const maxTypos = 3;

/** The known name that is close to a typed one, if there is one. */
function suggestionFor(name: string, known: readonly string[]): string | undefined {
  const typed = name.toLowerCase();
  const lower = known.map((each) => each.toLowerCase());
  const nearest = closest(typed, lower);
  // Any two-letter word is two typos away from any other.
  const typos = distance(typed, nearest);
  return typos <= maxTypos && typos < nearest.length ? known[lower.indexOf(nearest)] : undefined;
}
