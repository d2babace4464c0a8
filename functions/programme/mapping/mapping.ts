/**
 * Schema of a mapping: how the codes, fields and calendars of a programme become tasks of the Planning Read API.
 * `mapping.schema.json` is generated from it for editors. Messages here read 'what is wrong. What to do.';
 * `config/explain-issue.ts` puts the value before them.
 */
import * as z from 'zod/mini';
import { described, nonEmptyText, oneLineText, optional, textLike, timeZone, title } from '#config/fields.ts';
import { fittingSchema } from '#config/fitting-schema.ts';
import { readYaml } from '#config/yaml-source.ts';
import { durationUnits, knownStatuses } from '#planning/contract/known-words.ts';
import { shifts } from '#planning/contract/tasks-query.ts';

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const resourceKind = z.enum(['labour', 'plant', 'materials', 'skip']);
export type ResourceKind = z.infer<typeof resourceKind>;

export const usualKinds: Readonly<Record<string, ResourceKind>> = {
  RT_Labor: 'labour',
  RT_Equip: 'plant',
  RT_Mat: 'materials',
  work: 'labour',
  material: 'materials',
  cost: 'skip',
};

const nameOrNames = z
  .union(
    [oneLineText, z.array(oneLineText).check(z.minLength(1))],
    'Write a name, or a list such as [Area, Level].',
  )
  // With an id, the JSON Schema defines it once.
  .register(z.globalRegistry, { id: 'nameOrNames' });

export type ValueRule = {
  readonly code?: string | readonly string[] | undefined;
  readonly udf?: string | undefined;
  readonly column?: string | readonly string[] | undefined;
  readonly join?: string | undefined;
  readonly else?: ValueRule | undefined;
};

const sourceProperties = {
  code: optional(nameOrNames, 'Name of an activity code. Of several, the descriptions are joined.'),
  udf: optional(oneLineText, 'Name of a user field (XER) or custom field (MS Project).'),
  column: optional(nameOrNames, 'Heading of a column (Excel, CSV). Of several, the values are joined.'),
};

const sources = Object.keys(sourceProperties);

function hasOneOf(names: readonly string[], message: string) {
  return z.refine<object>((rule) => names.filter((name) => name in rule).length === 1, message);
}

const separator = z.string().check(z.minLength(1, 'must not be empty'));

/** A rule with properties of its own, which also apply to the values of `else`. */
function valueRuleWith<Own extends z.core.$ZodLooseShape>(own: Own) {
  return z
    .strictObject({
      ...sourceProperties,
      ...own,
      join: optional(z.string(), 'Text between the values of several codes or columns; " – " by default.'),
      else: optional(
        z.lazy(() => valueRule),
        'Rule for tasks without a value by this one.',
      ),
    })
    .check(hasOneOf(sources, 'names no source, or several. Use code, udf or column, and else for another.'));
}

const valueRule: z.ZodMiniType<ValueRule> = valueRuleWith({});

const personRule = valueRuleWith({
  separator: optional(
    separator,
    'Text between persons in one cell; the first is the owner, all are assigned.',
  ),
});

const durationRule = valueRuleWith({
  unit: optional(
    z.enum(durationUnits),
    'Unit of durations without one; by default that of the heading, else days.',
  ),
});

const column = described(oneLineText, 'Heading of a column (Excel, CSV).');
const columnRule = z.strictObject({ column });

const listRule = z.strictObject({
  column,
  separator: optional(separator, 'Text between values in one cell; ";" by default.'),
});
export type ListRule = z.infer<typeof listRule>;

const listRules = z
  .union(
    [listRule, z.array(listRule).check(z.minLength(1))],
    'Write { column: People, separator: ";" }, or a list of these.',
  )
  .register(z.globalRegistry, { id: 'listRules' });

const shiftWord = z.enum([...shifts, 'none']);
export type ShiftWord = z.infer<typeof shiftWord>;

const hourRange = optional(
  textLike(
    /^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/,
    'is not a range of hours. Write it as "18:00-06:00".',
  ),
  'Such as 18:00-06:00.',
);

const shiftRule = z
  .strictObject({
    ...sourceProperties,
    values: optional(
      z.record(nonEmptyText, shiftWord),
      'Shift of each value; unknown words go to the next rule.',
    ),
    calendarHours: optional(
      z.strictObject({
        day: hourRange,
        afternoon: hourRange,
        night: hourRange,
      }),
      'Shift by the first working hour of the calendar; 24hr with more than 16 hours a day.',
    ),
    default: optional(shiftWord, 'Shift of the other tasks.'),
  })
  .check(
    hasOneOf(
      [...sources, 'calendarHours', 'default'],
      'is not one rule. Use code, udf, column, calendarHours or default.',
    ),
    z.refine(
      (rule) => sources.some((source) => source in rule) === 'values' in rule,
      'lacks values, or their source. Write both: { code: Shift, values: { N: night } }.',
    ),
  );
export type ShiftRule = z.infer<typeof shiftRule>;

const mappingSchema = described(
  z.strictObject({
    $schema: optional(z.string(), 'JSON Schema, for editors.'),
    encoding: optional(
      oneLineText,
      'Encoding of a text file, such as windows-1251; UTF-8, else windows-1252, by default.',
    ),
    project: optional(oneLineText, 'Short name of the project, if an XER file has several.'),
    sheet: optional(oneLineText, 'Worksheet; by default the one with most headings of a programme.'),
    headerRow: optional(
      z.int().check(z.minimum(1, 'must be 1 or more.')),
      'Row of the headings, from 1; found by their words by default.',
    ),
    name: optional(title, "Name of the project; the file's own by default."),
    timeZone: optional(timeZone, "IANA time zone of the site; that of the region's capital by default."),
    id: described(
      z.union(
        [z.enum(['task_code', 'uid']), valueRule],
        'Use task_code (XER), uid (MS Project) or { column: Activity ID }.',
      ),
      'Id of a task, the same in every version: task_code (XER), uid (MS Project) or a rule.',
    ),
    title: optional(valueRule, 'Name of a task; that of the activity by default.'),
    dates: described(
      z._default(
        z.union(
          [
            z.enum(['current']),
            z
              .strictObject({
                start: optional(oneLineText, 'Column of the start; without it the duration gives the start.'),
                finish: optional(oneLineText, 'Column of the finish, likewise.'),
                actualStart: optional(
                  oneLineText,
                  'Column of the actual start, which counts before the start.',
                ),
                actualFinish: optional(oneLineText, 'Column of the actual finish, likewise.'),
                remainingStart: optional(
                  oneLineText,
                  'Column of the time from which the rest of a started task is planned.',
                ),
                format: optional(
                  textLike(
                    /^(?=.*d)(?=.*M)(?:d{1,2}|M{1,4}|y{2}|y{4}|[ ./,-])+$/,
                    'is not a date format. Use d, M and y, such as dd/MM/yyyy.',
                  ),
                  'Format of dates that are neither Excel dates nor YYYY-MM-DD, such as dd/MM/yyyy or MMM d, yyyy; never guessed. Dates without a year lie near the data date.',
                ),
              })
              .check(
                z.refine(
                  ({ start, finish }) => start !== undefined || finish !== undefined,
                  'names no column. Use { start: Start, finish: Finish }.',
                ),
              ),
          ],
          'Use current, or columns: { start: Start, finish: Finish }.',
        ),
        'current',
      ),
      'current: actual, else remaining, else planned (XER); start and finish (MS Project). For tables, columns.',
    ),
    dataDate: optional(
      z.union(
        [
          columnRule,
          z.strictObject({
            above: described(oneLineText, 'Words before the date, in a row above the headings.'),
          }),
        ],
        'Use { column: Data date } or { above: Data date }.',
      ),
      'Data date of a table: the latest of { column: Data date }, or the one after the words { above: Data date } above the headings.',
    ),
    workingDays: optional(
      z.array(z.enum(weekdays)).check(z.minLength(1, 'is empty. Use [mon, tue, wed, thu, fri].')),
      'Working days without a calendar, as in tables; every day by default.',
    ),
    hoursPerDay: optional(
      z.number().check(z.positive('must be more than 0.'), z.maximum(24, 'must be at most 24.')),
      'Hours a day without a calendar, for durations and lags in hours; 8 by default.',
    ),
    decimal: optional(
      z.enum(['.', ',']),
      'Decimal sign. Without it 1,200, which is 1200 or 1.2, is not read.',
    ),
    duration: optional(durationRule, 'Duration (tables), such as 5, 3 d, 40 hrs or 2 Wochen.'),
    remainingDuration: optional(
      durationRule,
      'Remaining duration (tables), counted back from the finish of a started task.',
    ),
    percentComplete: optional(
      valueRule,
      'Percent complete (tables): 0 to 100, or 0 to 1 if none is above 1. All is complete, some started, none planned.',
    ),
    status: optional(valueRule, 'Status (tables): words of planning tools, those under words, or percent.'),
    type: optional(valueRule, 'Type (tables), such as Finish Milestone or Level of Effort.'),
    outlineLevel: optional(
      columnRule,
      'Level of a row (tables), from 1, or outline number, such as 1.2.3. A row above a deeper one is a summary.',
    ),
    parent: optional(columnRule, 'Id or title of the summary of a row (tables).'),
    notes: optional(valueRule, 'Notes (tables).'),
    shift: described(
      z._default(z.array(shiftRule), [{ default: 'none' as const }]),
      'Shift of a task: the first rule that answers, else none.',
    ),
    subcontractor: optional(valueRule, 'Subcontractor of a task.'),
    location: optional(valueRule, 'Location of a task.'),
    folder: described(
      z._default(
        z.union([z.enum(['wbs', 'none']), valueRule], 'Use wbs, none, or a rule such as { code: Phase }.'),
        'wbs',
      ),
      'Folder of a task: wbs (the work breakdown structure), none, or a rule.',
    ),
    package: optional(valueRule, 'Work package of a task.'),
    owner: optional(
      personRule,
      'Owner of a task: a name, an address, or both, such as Ida Brook <ida@example.com>.',
    ),
    resources: described(
      z._default(z.record(nonEmptyText, resourceKind), usualKinds),
      'What each type of resource is (labour, plant, materials or skip), or one resource by its name, which counts first.',
    ),
    labour: optional(
      listRules,
      'People a day (tables), such as "Carpenter 4; Labourer 2"; a number alone is of what the heading names.',
    ),
    plant: optional(listRules, 'Pieces of plant a day (tables), such as "Tower crane 1".'),
    materials: optional(listRules, 'Materials with their total (tables), such as "Concrete C40 36.5 m3".'),
    predecessors: optional(
      listRules,
      'Predecessors (tables) by id, with type and lag in working days, such as "A1010FS+2d; A1020".',
    ),
    words: optional(
      z.partialRecord(
        z.enum([...knownStatuses, ...shifts, 'unknown', 'total', 'note']),
        z.array(nonEmptyText),
      ),
      'Own words by what they mean: a status, a shift, unknown, a row of totals or of notes; such as { blocked: [Waiting for crane], unknown: [n.y.a.] }.',
    ),
    skip: described(
      z._default(z.array(oneLineText), ['TT_LOE', 'TT_WBS', 'summary']),
      'Types of activity that are no tasks.',
    ),
  }),
  'How a programme becomes tasks.',
);

export type Mapping = z.infer<typeof mappingSchema>;
export type DateColumns = Exclude<Mapping['dates'], 'current'>;

/**
 * @param file its name, for messages
 * @throws ConfigurationError with every problem, each with its line
 */
export function parseMapping(text: string, file: string): Mapping {
  return fittingSchema(mappingSchema, readYaml(text), file, {
    message: 'the mapping is empty',
    remedy: 'Begin with what lookahead import --inspect prints.',
  });
}

export function parseReading(text: string, file: string): Omit<Mapping, 'id'> {
  return fittingSchema(z.partial(mappingSchema, { id: true }), readYaml(text), file, {
    message: 'the mapping is empty',
    remedy: 'Write where the table is, such as headerRow: 4.',
  });
}

export function mappingJsonSchema(): string {
  const schema = z.toJSONSchema(mappingSchema, { io: 'input', target: 'draft-07' });
  return `${JSON.stringify({ ...schema, title: 'Lookahead mapping of a programme' }, undefined, 2)}\n`;
}

export type Yaml = string | number | Yaml[] | { readonly [property: string]: Yaml | undefined };

/** A value on one line of YAML. Texts are plain if YAML reads them back as the same, else in double quotes. */
export function yamlText(value: Yaml): string {
  if (typeof value === 'string')
    return plain.test(value) && !words.has(value.toLowerCase()) ? value : JSON.stringify(value);
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return `[${value.map(yamlText).join(', ')}]`;
  const properties = Object.entries(value).flatMap(([name, each]) =>
    each === undefined ? [] : `${yamlText(name)}: ${yamlText(each)}`,
  );
  return `{ ${properties.join(', ')} }`;
}

const plain = /^[A-Za-z_…][A-Za-z0-9_./–-]*(?: [A-Za-z0-9_./–-]+)*$/;
const words: ReadonlySet<string> = new Set(['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'y', 'n']);
