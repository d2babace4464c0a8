/**
 * What a task needs. Open point of the contract: the units of quantity are not shown. Labour and plant count
 * per working day of the task, a material's quantity is its total: our reading.
 */
import type { Task } from '../../planning/contract/resources.ts';
import { firstShown } from '../text/clean-text.ts';
import { quantityText, tidy } from '../text/wording.ts';
import type { ResourceNeed } from './planned-task.ts';

/** A labour, plant or material item as a task carries it. */
export type NeedItem = {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly quantity?: number | undefined;
  readonly unit?: string | undefined;
  readonly category?: string | undefined;
};

export function needName(item: NeedItem): string {
  return firstShown(item.name, item.id) || '(no name)';
}

/** An item without a quantity counts 0, but it is there: the task has labour. */
export function needsOf(items: readonly NeedItem[] | undefined): readonly ResourceNeed[] {
  if (items === undefined) return [];
  return items.map((item) => ({
    name: needName(item),
    category: firstShown(item.category) || undefined,
    quantity: item.quantity ?? 0,
  }));
}

export function sumOf(needs: readonly ResourceNeed[]): number {
  return tidy(needs.reduce((sum, need) => sum + need.quantity, 0));
}

/** `8 operatives`, `64 m³ concrete`, `1 × 5 t excavator`; the name alone where there is no quantity. */
export function needText(item: NeedItem): string {
  const name = needName(item);
  if (item.quantity === undefined) return name;
  const unit = firstShown(item.unit);
  const between = unit === '' && /^\d/.test(name) ? '×' : unit;
  return [quantityText(item.quantity), between, name].filter((part) => part !== '').join(' ');
}

/** Labour, plant and materials in a line: `8 operatives · 1 rig · 64 m³ concrete`. */
export function resourcesLineOf(task: Task): string {
  const items: readonly NeedItem[] = [
    ...(task.labour ?? []),
    ...(task.plant ?? []),
    ...(task.materials ?? []),
  ];
  return items.map(needText).join(' · ');
}
