/** Used instead of `replace(/\/+$/, '')`, which takes quadratic time for slashes that are not at the end. */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}
