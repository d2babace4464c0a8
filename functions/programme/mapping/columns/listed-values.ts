/** Columns of tables that hold several values in one cell, such as `Carpenter 4; Labourer 2`. */
import type { Activity } from '../../programme.ts';
import type { ListRule } from '../mapping.ts';
import { idOf } from '../named-items.ts';

export type ListedItem = {
  readonly id: string;
  readonly name: string;
  readonly quantity?: number;
  readonly unit?: string;
};

/** The values of the cell, without the blanks around them. */
export function listedValues({ fields }: Activity, { column, separator = ';' }: ListRule): readonly string[] {
  return (fields.get(column) ?? '')
    .split(separator)
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/**
 * What the columns list: a name, then how many, then for materials the unit, as in `Concrete C40 36.5 m3`. A number
 * alone is of what the heading names. The same name again is added up.
 * @param unclear is called with each value that names no quantity of a material, or that reads like several values
 */
export function listedItems(
  activity: Activity,
  rules: ListRule | readonly ListRule[] | undefined,
  {
    needsQuantity,
    unclear,
  }: { readonly needsQuantity: boolean; readonly unclear: (problem: string) => void },
): readonly ListedItem[] | undefined {
  const found = new Map<string, ListedItem>();
  for (const rule of rulesOf(rules)) {
    for (const value of listedValues(activity, rule)) {
      const item = itemOf(value, rule.column);
      if (readsLikeSeveral(value)) {
        unclear(
          `${rule.column} ${JSON.stringify(value)} counts as one and reads like several; name their separator in the mapping.`,
        );
      } else if (needsQuantity && item.quantity === undefined) {
        unclear(`${rule.column} ${JSON.stringify(value)} has no quantity, such as "Concrete C40 36.5 m3".`);
      }
      const known = found.get(item.id);
      const quantity = known?.quantity === undefined ? item.quantity : known.quantity + (item.quantity ?? 0);
      found.set(item.id, { ...item, ...(quantity !== undefined && { quantity }) });
    }
  }
  return found.size === 0 ? undefined : [...found.values()];
}

const otherSeparators = /\s*[|;\n]\s*|,\s*(?!\d)|\s+\/\s+/;

function readsLikeSeveral(value: string): boolean {
  const parts = value.split(otherSeparators);
  return parts.length > 1 && parts.every((part) => nameAndNumber.test(part) || inBrackets.test(part));
}

export function rulesOf(rules: ListRule | readonly ListRule[] | undefined): readonly ListRule[] {
  if (rules === undefined) return [];
  return 'column' in rules ? [rules] : rules;
}

const onlyNumber = /^\d+(?:[.,]\d+)?$/;
/** Of MS Project: `Carpenter[200%]` are two, `Concrete[36.5 m3]` is a material. */
const inBrackets = /^([^[]*\S)\s*\[(\d+(?:[.,]\d+)?)\s*(?:(%)|([^\]\d\s][^\]\s]*))?\]$/;
const nameAndNumber = /^(.+?)\s+(\d+(?:[.,]\d+)?)(?:\s*([^\d\s]\S*))?$/;

function itemOf(value: string, heading: string): ListedItem {
  if (onlyNumber.test(value)) return { id: idOf(heading), name: heading, quantity: numberOf(value) };
  const [, member, units, percent, label] = inBrackets.exec(value) ?? [];
  if (member !== undefined && units !== undefined) {
    const quantity = numberOf(units) / (percent === undefined ? 1 : 100);
    return { id: idOf(member), name: member, quantity, ...(label !== undefined && { unit: label }) };
  }
  const [, name = value, quantity, unit] = nameAndNumber.exec(value) ?? [];
  return {
    id: idOf(name),
    name,
    ...(quantity !== undefined && { quantity: numberOf(quantity) }),
    ...(unit !== undefined && { unit }),
  };
}

function numberOf(text: string): number {
  return Number(text.replace(',', '.'));
}
