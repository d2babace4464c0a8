import { ownText } from './own-text.ts';

/** Characters of a text that is likely to occur again: a date with its time has 19. */
const maxLength = 19;

/**
 * Returns a function that keeps a text apart from the larger one that it is a part of. Ids, dates and words occur in
 * many records: each is kept once.
 */
export function textKeeper(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    if (text.length > maxLength) return ownText(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const own = ownText(text);
    known.set(own, own);
    return own;
  };
}
