import { distance } from 'fastest-levenshtein';

/**
 * The most similar candidates, nearest first: at most `limit`, and only those that are similar enough. Ignores case and
 * spaces around the text.
 */
export function nearestCandidates(text: string, candidates: Iterable<string>, limit = 1): readonly string[] {
  const asked = text.trim().toLowerCase();
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, score: closeness(asked, candidate.toLowerCase()) }))
    .filter(({ score }) => score >= 0.5)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/**
 * Similarity from 0 (nothing in common) to 1 (the same text). A candidate that starts or ends with the text counts as
 * near.
 */
function closeness(asked: string, candidate: string): number {
  const longer = Math.max(asked.length, candidate.length);
  if (longer === 0) return 1;
  const edited = 1 - distance(asked, candidate) / longer;
  const contained = asked.length >= 3 && (candidate.startsWith(asked) || candidate.endsWith(asked)) ? 0.6 : 0;
  return Math.max(edited, contained);
}

/** `Did you mean x?`, or what to do if no candidate is near. */
export function didYouMean(text: string, candidates: Iterable<string>, otherwise: string): string {
  const [meant] = nearestCandidates(text, candidates);
  return meant === undefined ? otherwise : `Did you mean ${meant}?`;
}
