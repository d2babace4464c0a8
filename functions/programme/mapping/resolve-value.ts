import type { Activity, CodeValue } from '../programme.ts';
import { levelSeparator } from '../readers/xer/xer-codes.ts';
import type { ValueRule } from './mapping-rules.ts';

export type Resolved = {
  /** The file's own short value. */
  readonly value: string;
  /** Its description, where it has one. */
  readonly name: string;
  /** The rule that answered, in words. */
  readonly rule: string;
};

/** The value of a property by the first rule of the chain that has one. */
export function resolveValue(activity: Activity, rule: ValueRule | undefined): Resolved | undefined {
  if (rule === undefined) return undefined;
  const parts = partsOf(activity, rule);
  const [first] = parts;
  if (first === undefined) return resolveValue(activity, rule.else);
  if (parts.length === 1) return { value: first.value, name: nameOf(first), rule: ruleText(rule) };
  return {
    value: parts.map(({ value }) => value).join('/'),
    name: parts.map(nameOf).join(rule.join ?? levelSeparator),
    rule: ruleText(rule),
  };
}

/** The same text for every task: a new one each time would have to be compared letter by letter in the report. */
const ruleTexts = new WeakMap<ValueRule, string>();

/** `code Shift`, `codes Area and Level`, `field Responsible`, `column Trade`. */
export function ruleText(rule: ValueRule): string {
  const known = ruleTexts.get(rule);
  if (known !== undefined) return known;
  const text = newRuleText(rule);
  ruleTexts.set(rule, text);
  return text;
}

function newRuleText({ code, udf, column }: ValueRule): string {
  if (typeof code === 'string') return `code ${code}`;
  if (code !== undefined) return `codes ${code.join(' and ')}`;
  return udf === undefined ? `column ${column ?? ''}` : `field ${udf}`;
}

function partsOf(activity: Activity, { code, udf, column }: ValueRule): readonly CodeValue[] {
  const found =
    typeof code === 'object' ? code.flatMap((name) => valuesOf(activity, name)) : valuesOf(activity, code);
  const field = udf ?? column;
  const text = field === undefined ? undefined : activity.fields.get(field)?.trim();
  return text === undefined || text === '' ? found : [{ value: text, description: undefined }];
}

const noValues: readonly CodeValue[] = [];

function valuesOf({ codes }: Activity, name: string | undefined): readonly CodeValue[] {
  return (name === undefined ? undefined : codes.get(name)) ?? noValues;
}

function nameOf({ value, description }: CodeValue): string {
  return description ?? value;
}

/** The names that a chain of rules uses, to be compared with those of the file. */
export function namesOf(
  rule: ValueRule | undefined,
): readonly { readonly kind: 'code' | 'field'; readonly name: string }[] {
  if (rule === undefined) return [];
  const { code, udf, column } = rule;
  const codes = code === undefined ? [] : typeof code === 'string' ? [code] : code;
  const fields = [udf, column].filter((name) => name !== undefined);
  return [
    ...codes.map((name) => ({ kind: 'code' as const, name })),
    ...fields.map((name) => ({ kind: 'field' as const, name })),
    ...namesOf(rule.else),
  ];
}
