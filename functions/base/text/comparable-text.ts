/** Lower case without accents, for comparing words of several languages. */
export function comparableText(text: string): string {
  // Most texts have no accents, and normalizing is slow.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[łŁ]/g, 'l')
    .replaceAll('ß', 'ss')
    .toLowerCase();
}
