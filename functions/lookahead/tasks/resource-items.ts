import { firstNonBlank } from '#base/text/one-line.ts';
import { quantityText, roundQuantity } from '#lookahead/text/quantity-text.ts';

export type ResourceNeed = {
  readonly name: string;
  readonly category: string | undefined;
  /** Per working day of the bar; 0 if the service gives none. */
  readonly quantity: number;
};

export type ResourceItem = {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly quantity?: number | undefined;
  readonly unit?: string | undefined;
  readonly category?: string | undefined;
};

export function resourceNeedName(item: ResourceItem): string {
  return firstNonBlank(item.name, item.id) || '(no name)';
}

/** An item without a quantity counts as 0, but is still listed: it shows that the task has labour or plant. */
export function readResourceNeeds(items: readonly ResourceItem[] | undefined): readonly ResourceNeed[] {
  if (items === undefined) return [];
  return items.map((item) => ({
    name: resourceNeedName(item),
    category: firstNonBlank(item.category) || undefined,
    quantity: item.quantity ?? 0,
  }));
}

export function sumPeoplePerDay(needs: readonly ResourceNeed[]): number {
  return roundQuantity(needs.reduce((sum, need) => sum + need.quantity, 0));
}

/**
 * `64 m³ concrete`; without a unit `2 × Tipper lorry`, which needs no plural; only the name if there is no quantity.
 */
export function resourceItemText(item: ResourceItem): string {
  const name = resourceNeedName(item);
  if (item.quantity === undefined) return name;
  return `${quantityText(item.quantity)} ${firstNonBlank(item.unit) || '×'} ${name}`;
}

/** `8 × operatives · 1 × concrete pump`; empty without items. */
export function resourceItemsText(...lists: readonly (readonly ResourceItem[] | undefined)[]): string {
  return lists.flatMap((items = []) => items.map(resourceItemText)).join(' · ');
}
