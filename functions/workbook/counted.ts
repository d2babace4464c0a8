/** Figures in sentences. */

/** `1 task`, `12 tasks`, `1 person`, `41 people`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${quantityText(count)} ${count === 1 ? one : many}`;
}

/** `12`, `0.5`, `8.25`: two decimals at most. */
export function quantityText(quantity: number): string {
  return String(Math.round(quantity * 100) / 100);
}
