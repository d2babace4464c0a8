/**
 * Maximum number of levels of lists and objects in an item or an error message of a planning service, and in a JSON
 * file to import. The outermost list or object is level 1. Code that walks through JSON recurses for each level, and
 * the stack is finite. Real items have fewer than ten levels.
 */
export const maxJsonLevels = 100;

/** Parses JSON; returns undefined if the text is not JSON (no JSON text means `undefined`). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The property, or undefined if the value does not have it or is not an object. */
export function propertyOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1));
}
