/**
 * Maximum nesting of lists and objects in an item or a message, counting itself. Code that walks an item recurses for
 * each level, and the stack is finite. Real items have fewer than ten levels.
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
