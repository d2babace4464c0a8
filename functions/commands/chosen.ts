import { nearest } from '../config/nearest.ts';
import { BadInput } from './bad-input.ts';

/** The configured items with these keys, or all where none is named. @throws BadInput with the nearest key */
export function chosen<Item extends { readonly key: string }>(
  what: 'report' | 'project',
  items: readonly Item[],
  keys: readonly string[],
): readonly Item[] {
  for (const key of keys) {
    if (items.some((item) => item.key === key)) continue;
    const known = items.map((item) => item.key);
    const [near = known.join(', ')] = nearest(key, known);
    throw new BadInput(
      `There is no ${what} ${JSON.stringify(key)} in the configuration`,
      `Did you mean ${near}?`,
    );
  }
  return keys.length === 0 ? items : items.filter(({ key }) => keys.includes(key));
}
