import type { Region } from '../../../planning/contract/tasks-query.ts';
import { australianWords } from '../vocabulary/vocabulary.ts';

/** Turns the vocabulary's British words into the region's own. */
export function localWords(region: Region): (text: string) => string {
  if (region === 'gb') return (text) => text;
  const replacements = Object.entries(australianWords);
  // The same few thousand texts come again and again, and each takes two dozen replacements.
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const local = replacements.reduce(
      (result, [british, australian]) => result.replaceAll(british, australian),
      text,
    );
    if (known.size < 20_000) known.set(text, local);
    return local;
  };
}
