/** Lists and objects inside each other. What walks or writes them later calls itself for each level, and the stack is finite. */

/** The levels that an item or a message may have, itself counted. Real ones have fewer than ten. */
export const maxLevels = 100;

/** Whether a value of JSON has more levels of lists and objects than that, itself counted. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1));
}
