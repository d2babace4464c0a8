/**
 * Maximum nesting of lists and objects in an item or a message, counting itself. Code that walks an item recurses for
 * each level, and the stack is finite. Real items have fewer than ten levels.
 */
export const maxLevels = 100;

export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1));
}
