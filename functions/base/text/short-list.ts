export function shortList(texts: readonly string[], max: number, separator = ', '): string {
  const more = texts.length - max;
  return `${texts.slice(0, max).join(separator)}${more > 0 ? ` and ${more} more` : ''}`;
}
