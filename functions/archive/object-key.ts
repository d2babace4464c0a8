import { ArchiveError } from './archive-error.ts';

/** The longest key an S3 object may have, in UTF-8 bytes. */
const longestKey = 1024;
/** The longest name that common file systems take, in UTF-8 bytes. */
const longestSegment = 255;
// Backslash is a separator on Windows; the others cannot stand in a file name there. C0, DEL and C1 are controls.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const unusable = /[\\<>:"|?*\u0000-\u001f\u007f-\u009f]/;

/**
 * The segments of a key that every store can hold: relative, `/` between segments, each of them a name that a
 * file can have on any laptop. One rule for every store, so that what one takes another takes too.
 * @throws ArchiveError (code `key`) saying which rule the key breaks
 */
export function keySegments(key: string): readonly string[] {
  const segments = key.split('/');
  const problem = wholeProblem(key) ?? segments.map(segmentProblem).find((found) => found !== undefined);
  if (problem) throw keyError(key, problem);
  return segments;
}

/**
 * The segments of a prefix that are whole, that is all but what follows its last `/`.
 * @throws ArchiveError (code `key`) as `keySegments`
 */
export function prefixSegments(prefix: string): readonly string[] {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  return folder === '' ? [] : keySegments(folder.slice(0, -1));
}

function wholeProblem(key: string): string | undefined {
  if (key === '') return 'it is empty';
  if (!key.isWellFormed()) return 'it holds half of a surrogate pair';
  const bytes = Buffer.byteLength(key);
  return bytes > longestKey ? `it is ${bytes} bytes long, and ${longestKey} is the most` : undefined;
}

function segmentProblem(segment: string): string | undefined {
  if (segment === '') return 'it has an empty segment';
  if (segment.startsWith('.')) return `the segment ${shown(segment)} begins with a dot`;
  if (/[. ]$/.test(segment)) return `the segment ${shown(segment)} ends with a dot or a blank`;
  if (unusable.test(segment)) return `the segment ${shown(segment)} has a character no file name may have`;
  const bytes = Buffer.byteLength(segment);
  if (bytes <= longestSegment) return undefined;
  return `the segment ${shown(segment)} is ${bytes} bytes long, and ${longestSegment} is the most`;
}

function keyError(key: string, problem: string): ArchiveError {
  return new ArchiveError(
    `The archive cannot use the key ${shown(key)}: ${problem}. Use segments of letters, digits, blanks and hyphens between single slashes.`,
    { key, code: 'key' },
  );
}

/** On one line and cut, whatever is in it. */
function shown(text: string): string {
  const characters = [...text];
  return JSON.stringify(characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : text);
}
