import { createHash } from 'node:crypto';
import type { Lookahead } from '../../lookahead/lookahead.ts';

/** Characters hashed at a time: a large plan as one string would double the memory it takes. */
const pieceLength = 65_536;

/**
 * SHA-256, in hex, of a plan's canonical JSON: its tasks in full, then everything else, with ids in place of tasks. A
 * task is part of its row and of each of its findings, so it would otherwise be written many times.
 */
export function planDigest(lookahead: Lookahead): string {
  const hash = createHash('sha256');
  let pending = '';
  const write = (piece: string) => {
    pending += piece;
    if (pending.length < pieceLength) return;
    hash.update(pending);
    pending = '';
  };
  const { tasks, ...others } = lookahead;
  writeCanonical(tasks, write, new Map());
  writeCanonical(others, write, knownTexts(lookahead));
  return hash.update(pending).digest('hex');
}

/** Texts of objects that occur many times: the id of a task, and a cell that is the same on many days. */
function knownTexts({ tasks, shifts }: Lookahead): ReadonlyMap<object, string> {
  const known = new Map<object, string>(tasks.map((task) => [task, scalarJson(task.id)]));
  const rows = shifts.flatMap(({ groups }) => groups.flatMap((group) => group.rows));
  for (const { cells } of rows) {
    for (const cell of cells) if (!known.has(cell)) known.set(cell, canonicalJson(cell));
  }
  return known;
}

/**
 * The JSON of plain data in one form: properties in code-unit order, undefined the same as absent, no blanks, a map
 * as the list of its entries.
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

/** @param known texts of objects that occur many times */
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
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    for (const [index, item] of items.entries()) {
      write(index === 0 ? '[' : ',');
      writeCanonical(item, write, known);
    }
    write(items.length === 0 ? '[]' : ']');
    return;
  }
  let before = '{';
  for (const name of Object.keys(value).sort()) {
    const item: unknown = Reflect.get(value, name);
    if (item === undefined) continue;
    write(`${before}${JSON.stringify(name)}:`);
    writeCanonical(item, write, known);
    before = ',';
  }
  write(before === '{' ? '{}' : '}');
}
