/** Matches a key of the planning server, a JSON Web Token or a UUID anywhere in the text. */
const knownKeyPattern =
  /lookahead_[0-9a-f]{12}_|eyJ[\w-]{8,}\.|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** Matches 20 or more hexadecimal digits that are not all letters: letters alone could be a word. */
const hexadecimal = /(?<![a-z0-9])(?=[a-f]*[0-9])[0-9a-f]{20,}(?![a-z0-9])/i;

/** The end of a name that CloudFormation generates: `RiversideKey5F8E3A1B-aBcD3fGhIjKl`. */
const drawnEnd = /(?:(?<=[a-z])[0-9A-F]{8})?-[A-Za-z0-9]{12}$/;

/** Minimum length of a piece that is examined: shorter ones, such as `gb1` and `k8s`, are parts of names. */
const minPiece = 6;
const minCharacters = 16;
/** Minimum mean length of the words of a name; in random text it is about two. */
const minWordLength = 3.2;
/** A text with this many numbers, of one or more digits each, is not a name. */
const maxNumbers = 3;

/**
 * Tells a key, token or password from a name, because people paste keys where the name of a variable or of a secret
 * belongs. A key has a known shape, or is long and changes between upper case, lower case and digits as random text
 * does. A short password cannot be told from a name.
 */
export function looksLikeSecret(text: string): boolean {
  if (knownKeyPattern.test(text) || hexadecimal.test(text)) return true;
  const pieces = text
    .replace(drawnEnd, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((piece) => piece.length >= minPiece);
  const characters = pieces.join('').length;
  if (characters < minCharacters) return false;
  const words = pieces.flatMap((piece) => piece.match(/[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g) ?? []);
  const numbers = words.filter((word) => /^[0-9]/.test(word)).length;
  return characters / words.length < minWordLength || numbers >= maxNumbers;
}

export function quotedTextUnlessSecret(text: string): string {
  if (looksLikeSecret(text)) return 'a text that looks like a key';
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text);
}
