/** Rounds to six decimals, so that a sum of quantities shows no floating-point error: 0.1 + 0.2 is 0.3, and −0 is 0. */
export function roundQuantity(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0;
}

/** At most two decimals, no trailing zeros: `64`, `2.5`, `−1.25`. */
export function quantityText(quantity: number): string {
  const rounded = Math.round(roundQuantity(Math.abs(quantity) * 100)) / 100;
  return `${quantity < 0 && rounded !== 0 ? '−' : ''}${rounded}`;
}

export function groupedNumberText(quantity: number): string {
  return quantityText(quantity).replace(/\d(?=(\d{3})+(?:\.|$))/g, '$&,');
}

/** A number of people in a sentence, rounded to half a person: `154`, `2½`. Only 0 is `0`; 0.1 is `½`. */
export function peopleNumberText(people: number): string {
  const halves = people > 0 ? Math.max(1, Math.round(people * 2)) : 0;
  return `${halves === 1 ? '' : groupedNumberText(Math.floor(halves / 2))}${halves % 2 === 0 ? '' : '½'}`;
}

/** `½ person`, `1 person`, `2½ people` */
export function peopleText(people: number): string {
  const figure = peopleNumberText(people);
  return `${figure} ${figure === '½' || figure === '1' ? 'person' : 'people'}`;
}

/** `37 people on 9 tasks carried over are not counted`; empty without people. */
export function peopleNotCountedText(people: number, tasks: number): string {
  if (people === 0) return '';
  const shown = peopleText(people);
  const are = shown.endsWith('person') ? 'is' : 'are';
  return `${shown} on ${countText(tasks, 'task')} carried over ${are} not counted`;
}

export function signedNumberText(value: number): string {
  return value > 0 ? `+${quantityText(value)}` : quantityText(value);
}

/** A share from 0 to 1 as a percentage without decimals, rounded half up: 2/3 is `67%`, 0.285 is `29%`. */
export function percentText(share: number): string {
  return `${Math.round(roundQuantity(share * 100))}%`;
}

/** `1 task`, `3 tasks`, `0.5 working days`; `many` gives an irregular plural. */
export function countText(count: number, one: string, many = `${one}s`): string {
  const shown = groupedNumberText(count);
  return `${shown} ${shown === '1' ? one : many}`;
}
