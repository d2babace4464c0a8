import * as z from 'zod/mini';
import { described, nonEmptyText, oneLineText, optional } from '../../config/fields.ts';
import { durationUnits } from '../../planning/contract/known-words.ts';
import { shifts } from '../../planning/contract/tasks-query.ts';

const nameOrNames = z
  .union(
    [oneLineText, z.array(oneLineText).check(z.minLength(1))],
    'Write a name, or a list of names, such as [Area, Level].',
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

const sources = ['code', 'udf', 'column'] as const;

function hasOneOf(names: readonly string[]) {
  return (rule: object) => names.filter((name) => name in rule).length === 1;
}

const sourceProperties = {
  code: optional(nameOrNames, 'Name of an activity code. Of several, the descriptions are joined.'),
  udf: optional(oneLineText, 'Name of a user field (XER), or of a custom field (MS Project).'),
  column: optional(nameOrNames, 'Heading of a column (Excel, CSV). Of several, the values are joined.'),
};

/** A rule with properties of its own, which also apply to the values of `else`. */
function valueRuleWith<Own extends z.core.$ZodLooseShape>(own: Own) {
  return z
    .strictObject({
      ...sourceProperties,
      ...own,
      join: optional(
        z.string(),
        'Text between the descriptions of several codes, or the values of several columns; " – " by default.',
      ),
      else: optional(
        z.lazy(() => valueRule),
        'The rule for tasks that have no value by this one.',
      ),
    })
    .check(
      z.refine(
        hasOneOf(sources),
        'names no source, or several. Use one of code, udf and column, and else for another.',
      ),
    );
}

export const valueRule: z.ZodMiniType<ValueRule> = valueRuleWith({});

export const personRule = valueRuleWith({
  separator: optional(
    z.string().check(z.minLength(1, 'must not be empty')),
    'Text between several persons in one cell; the first is the owner, all are assigned to the task.',
  ),
});

export const durationRule = valueRuleWith({
  unit: optional(
    z.enum(durationUnits),
    'Unit of durations without one; by default that of the heading, else days.',
  ),
});

const column = described(oneLineText, 'Heading of a column (Excel, CSV).');
export const columnRule = z.strictObject({ column });

const listRule = z.strictObject({
  column,
  separator: optional(
    z.string().check(z.minLength(1, 'must not be empty')),
    'Text between the values of one cell; ";" by default.',
  ),
});
export type ListRule = z.infer<typeof listRule>;

export const listRules = z
  .union(
    [listRule, z.array(listRule).check(z.minLength(1))],
    'Write { column: People, separator: ";" }, or a list of such columns.',
  )
  .register(z.globalRegistry, { id: 'listRules' });

const shiftWord = z.enum([...shifts, 'none']);
export type ShiftWord = z.infer<typeof shiftWord>;

const hourRange = z
  .string()
  .check(
    z.regex(
      /^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/,
      'is not a range of hours. Write it as "18:00-06:00".',
    ),
  );

export const shiftRule = z
  .strictObject({
    ...sourceProperties,
    values: optional(
      z.record(nonEmptyText, shiftWord),
      'Shift of each value; unknown words go to the next rule.',
    ),
    calendarHours: optional(
      z.strictObject({
        day: optional(hourRange, 'Such as 06:00-14:00.'),
        afternoon: optional(hourRange, 'Such as 14:00-18:00.'),
        night: optional(hourRange, 'Such as 18:00-06:00.'),
      }),
      'The shift whose range has the first working hour of the calendar; with more than 16 hours a day, 24hr.',
    ),
    default: optional(shiftWord, 'Shift of tasks that no rule above answered.'),
  })
  .check(
    z.refine(
      hasOneOf([...sources, 'calendarHours', 'default']),
      'is not one rule. Use one of code, udf, column, calendarHours and default.',
    ),
    z.refine(
      (rule) => sources.some((source) => source in rule) === 'values' in rule,
      'lacks values, or has them where they say nothing. Write values with code, udf or column: values: { N: night }.',
    ),
  );
export type ShiftRule = z.infer<typeof shiftRule>;
