import { createHash } from 'node:crypto';
import type { Lookahead } from '../lookahead/lookahead.ts';

/**
 * SHA-256, in hex, of a plan as canonical JSON: properties in code-unit order, absent and undefined the same.
 * Hashed piece by piece, because a large plan as one text would take as much memory again.
 */
export function planDigest(lookahead: Lookahead): string {
  const hash = createHash('sha256');
  let pending = '';
  for (const piece of canonicalJson(lookahead)) {
    pending += piece;
    if (pending.length < 65_536) continue;
    hash.update(pending);
    pending = '';
  }
  return hash.update(pending).digest('hex');
}

/** The canonical JSON of a value made of plain data and maps, which become lists of entries. */
export function* canonicalJson(value: unknown): Generator<string> {
  if (value instanceof Map) {
    yield* canonicalJson([...value.entries()]);
  } else if (Array.isArray(value)) {
    yield '[';
    for (const [index, item] of value.entries()) {
      if (index > 0) yield ',';
      yield* canonicalJson(item);
    }
    yield ']';
  } else if (typeof value === 'object' && value !== null) {
    yield* canonicalObject(value);
  } else {
    yield JSON.stringify(value) ?? 'null';
  }
}

function* canonicalObject(value: object): Generator<string> {
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([left], [right]) => (left < right ? -1 : 1));
  yield '{';
  for (const [index, [name, item]] of entries.entries()) {
    yield `${index > 0 ? ',' : ''}${JSON.stringify(name)}:`;
    yield* canonicalJson(item);
  }
  yield '}';
}
