import { createHash } from 'node:crypto';
import type { Lookahead } from '../lookahead/lookahead.ts';

/** Characters hashed at a time: a large plan as one text would take as much memory again. */
const pieceLength = 65_536;

/** SHA-256, in hex, of a plan's canonical JSON. */
export function planDigest(lookahead: Lookahead): string {
  const hash = createHash('sha256');
  let pending = '';
  // A task stands in its row and beside each of its findings too; its text is made once.
  const tasks = new Map<object, string>(lookahead.tasks.map((task) => [task, canonicalJson(task)]));
  const write = (piece: string) => {
    pending += piece;
    if (pending.length < pieceLength) return;
    hash.update(pending);
    pending = '';
  };
  writeCanonical(lookahead, write, tasks);
  return hash.update(pending).digest('hex');
}

/**
 * The JSON of plain data in one form: properties in code-unit order, absent and undefined the same, no blanks,
 * a map as the list of its entries.
 */
export function canonicalJson(value: unknown): string {
  let text = '';
  writeCanonical(
    value,
    (piece) => {
      text += piece;
    },
    new Map(),
  );
  return text;
}

/** @param known texts of objects that are met again and again */
function writeCanonical(
  value: unknown,
  write: (piece: string) => void,
  known: ReadonlyMap<object, string>,
): void {
  const text = typeof value === 'object' && value !== null ? known.get(value) : scalarJson(value);
  if (text !== undefined) write(text);
  else if (value instanceof Map) writeCanonical([...value], write, known);
  else if (typeof value === 'object' && value !== null) writeContents(value, write, known);
}

function scalarJson(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

function writeContents(
  value: object,
  write: (piece: string) => void,
  known: ReadonlyMap<object, string>,
): void {
  const isList = Array.isArray(value);
  let before = isList ? '[' : '{';
  for (const [name, item] of isList ? value.entries() : sortedEntries(value)) {
    if (item === undefined && !isList) continue;
    write(isList ? before : `${before}${JSON.stringify(name)}:`);
    writeCanonical(item, write, known);
    before = ',';
  }
  // Nothing was in it.
  if (before !== ',') write(before);
  write(isList ? ']' : '}');
}

function sortedEntries(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
}
