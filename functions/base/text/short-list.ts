/** The first of some texts, and how many more there are: `Area, Level and 3 more`. */
export function shortList(texts: readonly string[], max: number, separator = ', '): string {
  const more = texts.length - max;
  return `${texts.slice(0, max).join(separator)}${more > 0 ? ` and ${more} more` : ''}`;
}
