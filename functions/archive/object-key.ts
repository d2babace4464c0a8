import { ArchiveError } from './object-store.ts';

/** Maximum length of a key in UTF-8 bytes: the limit of S3. */
const maxKeyBytes = 1024;
/** Maximum length of a segment in UTF-8 bytes: the limit of common file systems. */
const maxSegmentBytes = 255;
// Characters that Windows allows in no file name, and control characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const unusable = /[\\<>:"|?*\u0000-\u001f\u007f-\u009f]/;

/**
 * Checks a key by one rule for every store, so that a key that works on S3 also works in a directory: relative,
 * separated by `/`, and each segment a valid file name on any laptop.
 * @throws ArchiveError (code `key`) naming the rule that the key breaks
 */
export function keySegments(key: string): readonly string[] {
  const problem = keyProblem(key);
  if (problem !== undefined) throw keyError(key, problem);
  return key.split('/');
}

export function keyProblem(key: string): string | undefined {
  return (
    wholeProblem(key) ??
    key
      .split('/')
      .map(segmentProblem)
      .find((found) => found !== undefined)
  );
}

/** The complete segments of a prefix, without what follows its last `/`. @throws ArchiveError as `keySegments` */
export function prefixSegments(prefix: string): readonly string[] {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  return folder === '' ? [] : keySegments(folder.slice(0, -1));
}

function wholeProblem(key: string): string | undefined {
  if (key === '') return 'it is empty';
  if (!key.isWellFormed()) return 'it contains half of a surrogate pair';
  const bytes = Buffer.byteLength(key);
  return bytes > maxKeyBytes ? `it is ${bytes} bytes long; the limit is ${maxKeyBytes}` : undefined;
}

function segmentProblem(segment: string): string | undefined {
  if (segment === '') return 'it has an empty segment';
  if (segment.startsWith('.')) return `the segment ${shown(segment)} begins with a dot`;
  if (/[. ]$/.test(segment)) return `the segment ${shown(segment)} ends with a dot or a space`;
  if (unusable.test(segment))
    return `the segment ${shown(segment)} contains a character that file names cannot have`;
  const bytes = Buffer.byteLength(segment);
  if (bytes <= maxSegmentBytes) return undefined;
  return `the segment ${shown(segment)} is ${bytes} bytes long; the limit is ${maxSegmentBytes}`;
}

function keyError(key: string, problem: string): ArchiveError {
  return new ArchiveError(`The archive cannot use the key ${shown(key)}: ${problem}`, {
    kind: 'defect',
    remedy: 'Use segments of letters, digits, spaces and hyphens, separated by single slashes.',
    key,
    code: 'key',
  });
}

function shown(text: string): string {
  const characters = [...text];
  return JSON.stringify(characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : text);
}
