import { distance } from 'fastest-levenshtein';

/**
 * The candidates a reader most likely meant, nearest first: at most `limit`, none that shares too little with
 * the text. Case and outer blanks do not count.
 */
export function nearest(text: string, candidates: Iterable<string>, limit = 1): readonly string[] {
  const asked = text.trim().toLowerCase();
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, score: closeness(asked, candidate.toLowerCase()) }))
    .filter(({ score }) => score >= 0.5)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/** 1 is the same text, 0 shares nothing; a text that the other begins or ends with counts as near. */
function closeness(asked: string, candidate: string): number {
  const longer = Math.max(asked.length, candidate.length);
  if (longer === 0) return 1;
  const edited = 1 - distance(asked, candidate) / longer;
  const contained = asked.length >= 3 && (candidate.startsWith(asked) || candidate.endsWith(asked)) ? 0.6 : 0;
  return Math.max(edited, contained);
}
