/**
 * Schema of a mapping, which says how the codes, fields and calendars of a programme become tasks of the Planning Read
 * API. `mapping.schema.json` is generated from it for editors. Messages here have the form 'what is wrong. What to
 * do.'; `config/parse-yaml-with-schema.ts` puts the value before them.
 */
import * as z from 'zod/mini';
import {
  oneLineTextSchema,
  optionalWithDescription,
  patternTextSchema,
  requiredTextSchema,
  timeZoneSchema,
  titleSchema,
  withDescription,
} from '#config/fields.ts';
import { parseYamlWithSchema } from '#config/parse-yaml-with-schema.ts';
import { readYaml } from '#config/yaml-source.ts';
import { durationUnits, knownStatuses } from '#planning/contract/known-words.ts';
import { shifts } from '#planning/contract/tasks-query.ts';

export const daysOfWeek = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const resourceKind = z.enum(['labour', 'plant', 'materials', 'skip']);
export type ResourceKind = z.infer<typeof resourceKind>;

const nameOrNames = z.union(
  [oneLineTextSchema, z.array(oneLineTextSchema).check(z.minLength(1))],
  'Write a name or a list such as [Area, Level].',
);

export type ValueRule = {
  readonly code?: string | readonly string[] | undefined;
  readonly udf?: string | undefined;
  readonly column?: string | readonly string[] | undefined;
  readonly join?: string | undefined;
  readonly else?: ValueRule | undefined;
};

const sourceProperties = {
  code: optionalWithDescription(
    nameOrNames,
    'Name of an activity code; of several, the descriptions are joined.',
  ),
  udf: optionalWithDescription(oneLineTextSchema, 'Name of a user field (XER) or custom field (MS Project).'),
  column: optionalWithDescription(nameOrNames, 'Heading of a column; of several, the values are joined.'),
};

const sourceNames = Object.keys(sourceProperties);

function hasOneOf(rule: object, names: readonly string[]): boolean {
  return names.filter((name) => name in rule).length === 1;
}

const separator = z.string().check(z.minLength(1, 'must not be empty'));

/** Makes the schema of a rule with further properties, which also apply to the values of `else`. */
function valueRuleWith<Own extends z.core.$ZodLooseShape>(own: Own) {
  return z
    .strictObject({
      ...sourceProperties,
      ...own,
      join: optionalWithDescription(z.string(), 'Text between joined values; " – " by default.'),
      else: optionalWithDescription(
        z.lazy(() => valueRule),
        'Rule for tasks without such a value.',
      ),
    })
    .check(
      z.refine(
        (rule) => hasOneOf(rule, sourceNames),
        'needs one of code, udf and column. Write another under else.',
      ),
    );
}

const valueRule: z.ZodMiniType<ValueRule> = valueRuleWith({});

const personRule = valueRuleWith({
  separator: optionalWithDescription(
    separator,
    'Text between persons in a cell: the first is the owner, all are assigned.',
  ),
});

const durationRule = valueRuleWith({
  unit: optionalWithDescription(
    z.enum(durationUnits),
    'Unit if the cell has none; by default that of the heading, else days.',
  ),
});

const column = withDescription(oneLineTextSchema, 'Heading of a column.');
const columnRule = z.strictObject({ column });

const listRule = z.strictObject({
  column,
  separator: optionalWithDescription(separator, 'Text between values in a cell; ";" by default.'),
});
export type ListRule = z.infer<typeof listRule>;

const listRules = z.union(
  [listRule, z.array(listRule).check(z.minLength(1))],
  'Write { column: People }, or a list of these.',
);

const shiftWord = z.enum([...shifts, 'none']);
export type ShiftOrNone = z.infer<typeof shiftWord>;

const hourRange = optionalWithDescription(
  patternTextSchema(
    /^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/,
    'is not a range of hours. Write "18:00-06:00".',
  ),
  'Such as 18:00-06:00.',
);

const shiftRule = z
  .strictObject({
    ...sourceProperties,
    values: optionalWithDescription(
      z.record(requiredTextSchema, shiftWord),
      'Shift of each value; others go to the next rule.',
    ),
    calendarHours: optionalWithDescription(
      z.strictObject({
        day: hourRange,
        afternoon: hourRange,
        night: hourRange,
      }),
      'Shift by the first hour of the calendar; 24hr above 16 hours a day.',
    ),
    default: optionalWithDescription(shiftWord, 'Shift of other tasks.'),
  })
  .check(
    z.refine(
      (rule) =>
        hasOneOf(rule, [...sourceNames, 'calendarHours', 'default']) &&
        hasOneOf(rule, sourceNames) === 'values' in rule,
      'is not one rule. Use code, udf or column with values, calendarHours or default.',
    ),
  );
export type ShiftRule = z.infer<typeof shiftRule>;

const mappingSchema = withDescription(
  z.strictObject({
    $schema: optionalWithDescription(z.string(), 'JSON Schema, for editors.'),
    encoding: optionalWithDescription(
      oneLineTextSchema,
      'Encoding of a text file, such as windows-1251; by default UTF-8, else windows-1252.',
    ),
    project: optionalWithDescription(
      oneLineTextSchema,
      'Short name of the project in an XER file of several.',
    ),
    sheet: optionalWithDescription(
      oneLineTextSchema,
      'Worksheet; by default the one with the most known headings.',
    ),
    headerRow: optionalWithDescription(
      z.int().check(z.minimum(1, 'must be 1 or more.')),
      'Row of the headings, from 1; by default found by their words.',
    ),
    name: optionalWithDescription(titleSchema, "Name of the project; the file's own by default."),
    timeZone: optionalWithDescription(
      timeZoneSchema,
      "IANA time zone of the site; that of the region's capital by default.",
    ),
    id: withDescription(
      z.union(
        [z.enum(['task_code', 'uid']), valueRule],
        'Use task_code (XER), uid (MS Project) or { column: Activity ID }.',
      ),
      'Id of a task, the same in every version: task_code (XER), uid (MS Project) or a rule.',
    ),
    title: optionalWithDescription(valueRule, 'Name of a task; by default that of the activity.'),
    dates: withDescription(
      z._default(
        z.union(
          [
            z.enum(['current']),
            z
              .strictObject({
                start: optionalWithDescription(
                  oneLineTextSchema,
                  'Column of the start; else the duration gives it.',
                ),
                finish: optionalWithDescription(
                  oneLineTextSchema,
                  'Column of the finish; else the duration gives it.',
                ),
                actualStart: optionalWithDescription(
                  oneLineTextSchema,
                  'Column of the actual start, which takes precedence over the start.',
                ),
                actualFinish: optionalWithDescription(
                  oneLineTextSchema,
                  'Column of the actual finish, which takes precedence over the finish.',
                ),
                remainingStart: optionalWithDescription(
                  oneLineTextSchema,
                  'Column of the start of what remains of a started task.',
                ),
                format: optionalWithDescription(
                  patternTextSchema(
                    /^(?=.*d)(?=.*M)(?:d{1,2}|M{1,4}|y{2}|y{4}|[ ./,-])+$/,
                    'is not a date format. Use d, M and y, such as dd/MM/yyyy.',
                  ),
                  'Format of dates other than those of Excel and YYYY-MM-DD, such as dd/MM/yyyy; never guessed. Dates without a year are taken to be near the data date.',
                ),
              })
              .check(
                z.refine(
                  ({ start, finish }) => start !== undefined || finish !== undefined,
                  'names no column. Use { start: Start, finish: Finish }.',
                ),
              ),
          ],
          'Use current or { start: Start, finish: Finish }.',
        ),
        'current',
      ),
      'current: actual, else remaining, else planned (XER), or start and finish (MS Project). For tables, columns.',
    ),
    dataDate: optionalWithDescription(
      z.union(
        [
          columnRule,
          z.strictObject({
            above: withDescription(oneLineTextSchema, 'Words before the date, above the headings.'),
          }),
        ],
        'Use { column: Data date } or { above: Data date }.',
      ),
      'Data date of a table: the latest of { column: Data date }, or the one after the words { above: Data date }.',
    ),
    workingDays: optionalWithDescription(
      z.array(z.enum(daysOfWeek)).check(z.minLength(1, 'is empty. Use [mon, tue, wed, thu, fri].')),
      'Working days without a calendar; every day by default.',
    ),
    hoursPerDay: optionalWithDescription(
      z.number().check(z.positive('must be more than 0.'), z.maximum(24, 'must be at most 24.')),
      'Hours a day without a calendar; 8 by default.',
    ),
    decimal: optionalWithDescription(
      z.enum(['.', ',']),
      'Decimal sign; without it 1,200 (1200 or 1.2) is not read.',
    ),
    duration: optionalWithDescription(durationRule, 'Duration (tables), such as 5, 40 hrs or 2 Wochen.'),
    remainingDuration: optionalWithDescription(
      durationRule,
      'Remaining duration (tables), counted back from the finish of a started task.',
    ),
    percentComplete: optionalWithDescription(
      valueRule,
      'Percent complete (tables): 0 to 100, or 0 to 1 if none is above 1. 100 is complete, 0 planned, others started.',
    ),
    status: optionalWithDescription(
      valueRule,
      'Status (tables): words of planning tools, own words (under words), or percent.',
    ),
    type: optionalWithDescription(valueRule, 'Type (tables), such as Finish Milestone.'),
    outlineLevel: optionalWithDescription(
      columnRule,
      'Level (tables), from 1, or outline number, such as 1.2.3. A row above a deeper one is a summary.',
    ),
    parent: optionalWithDescription(columnRule, 'Id or title of the summary above (tables).'),
    notes: optionalWithDescription(valueRule, 'Notes (tables).'),
    shift: withDescription(
      z._default(z.array(shiftRule), [{ default: 'none' as const }]),
      'Shift by the first rule that matches, else none.',
    ),
    subcontractor: optionalWithDescription(valueRule, 'Subcontractor.'),
    location: optionalWithDescription(valueRule, 'Location.'),
    folder: withDescription(
      z._default(
        z.union([z.enum(['wbs', 'none']), valueRule], 'Use wbs, none, or a rule such as { code: Phase }.'),
        'wbs',
      ),
      'Folder of a task: wbs (work breakdown structure), none, or a rule.',
    ),
    package: optionalWithDescription(valueRule, 'Work package.'),
    owner: optionalWithDescription(
      personRule,
      'Owner of a task: name, address, or both, such as Ida Brook <ida@example.com>.',
    ),
    resources: withDescription(
      z._default(z.record(requiredTextSchema, resourceKind), {
        RT_Labor: 'labour',
        RT_Equip: 'plant',
        RT_Mat: 'materials',
        work: 'labour',
        material: 'materials',
        cost: 'skip',
      }),
      'What each type of resource is (labour, plant, materials or skip), or a resource by its name, which counts first.',
    ),
    labour: optionalWithDescription(
      listRules,
      'People a day (tables), such as "Carpenter 4; Labourer 2"; a number alone counts what the heading names.',
    ),
    plant: optionalWithDescription(listRules, 'Plant a day (tables), such as "Tower crane 1".'),
    materials: optionalWithDescription(
      listRules,
      'Materials in total (tables), such as "Concrete C40 36.5 m3".',
    ),
    predecessors: optionalWithDescription(
      listRules,
      'Predecessors (tables): ids with type and lag in working days, such as "A1010FS+2d; A1020".',
    ),
    words: optionalWithDescription(
      z.partialRecord(
        z.enum([...knownStatuses, ...shifts, 'unknown', 'total', 'note']),
        z.array(requiredTextSchema),
      ),
      'Own words for a status, a shift, unknown, a row of totals or of notes, such as { blocked: [Waiting for crane] }.',
    ),
    skip: withDescription(
      z._default(z.array(oneLineTextSchema), ['TT_LOE', 'TT_WBS', 'summary']),
      'Types of activity that are left out.',
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
  return parseYamlWithSchema(mappingSchema, readYaml(text), file, emptyMappingProblem);
}

/** Reads a mapping that may lack `id`, because it need only say how to read the file. @throws as `parseMapping` */
export function parseIncompleteMapping(text: string, file: string): Omit<Mapping, 'id'> {
  return parseYamlWithSchema(
    z.partial(mappingSchema, { id: true }),
    readYaml(text),
    file,
    emptyMappingProblem,
  );
}

const emptyMappingProblem = {
  message: 'the mapping is empty',
  remedy: 'Begin with what lookahead import --inspect prints.',
};

export function formatMappingJsonSchema(): string {
  const schema = z.toJSONSchema(mappingSchema, { io: 'input', target: 'draft-07' });
  return `${JSON.stringify({ ...schema, title: 'Lookahead mapping of a programme' }, undefined, 2)}\n`;
}

export type YamlValue =
  | string
  | number
  | YamlValue[]
  | { readonly [property: string]: YamlValue | undefined };

/** A value as one line of YAML. A text is plain if YAML reads it back as the same text, else in double quotes. */
export function yamlText(value: YamlValue): string {
  if (typeof value === 'string')
    return plainYamlPattern.test(value) && !reservedYamlWords.has(value.toLowerCase())
      ? value
      : JSON.stringify(value);
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return `[${value.map(yamlText).join(', ')}]`;
  const properties = Object.entries(value).flatMap(([name, each]) =>
    each === undefined ? [] : `${yamlText(name)}: ${yamlText(each)}`,
  );
  return `{ ${properties.join(', ')} }`;
}

const plainYamlPattern = /^[A-Za-z_…][A-Za-z0-9_./–-]*(?: [A-Za-z0-9_./–-]+)*$/;
const reservedYamlWords: ReadonlySet<string> = new Set([
  'true',
  'false',
  'null',
  'yes',
  'no',
  'on',
  'off',
  'y',
  'n',
]);
