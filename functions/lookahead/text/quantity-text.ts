/** Rounds to six decimals, so that a sum of quantities shows no floating-point error: 0.1 + 0.2 is 0.3, and −0 is 0. */
export function roundQuantity(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0;
}

/** At most two decimals, no trailing zeros: `64`, `2.5`, `−1.25`. */
export function quantityText(quantity: number): string {
  const rounded = Math.round(roundQuantity(Math.abs(quantity) * 100)) / 100;
  return `${quantity < 0 && rounded !== 0 ? '−' : ''}${rounded}`;
}

export function groupedText(quantity: number): string {
  return quantityText(quantity).replace(/\d(?=(\d{3})+(?:\.|$))/g, '$&,');
}

export function signedText(value: number): string {
  return value > 0 ? `+${quantityText(value)}` : quantityText(value);
}

/** A share of 0 to 1 without decimals, half up: 2/3 is `67%`, 0.285 is `29%`. */
export function percentText(share: number): string {
  return `${Math.round(roundQuantity(share * 100))}%`;
}

/** `1 task`, `3 tasks`, `0.5 person-days`; `1,250 people` if `many` gives an irregular plural. */
export function countText(count: number, one: string, many = `${one}s`): string {
  const shown = groupedText(count);
  return `${shown} ${shown === '1' ? one : many}`;
}
