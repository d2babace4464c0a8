import type { html } from 'hono/html';

export type Markup = ReturnType<typeof html>;

/** The markup as text. hono returns a promise only if a part of the markup is a promise, which none of ours is. */
export function markupText(markup: Markup): string {
  if (markup instanceof Promise) throw new TypeError('Markup must not contain promises.');
  return markup.toString();
}
