import type { html } from 'hono/html';

export type Markup = ReturnType<typeof html>;

/** hono returns a promise if a part of the markup is one; no part of ours is. */
export function markupText(markup: Markup): string {
  if (markup instanceof Promise) throw new TypeError('Markup must not contain promises.');
  return markup.toString();
}
