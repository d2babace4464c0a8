/** Keys that a service repeats in a good answer: none of them gets into what is made of it. */
import { minHiddenLength, redactor, secretFinder } from '../../base/text/redact.ts';

/** What hides the secrets in a text; those that are too short to be told from words stay. */
export function secretHider(secrets: Iterable<string>): (text: string) => string {
  return redactor(longOf(secrets));
}

function longOf(secrets: Iterable<string>): readonly string[] {
  return [...secrets].filter((secret) => secret.length >= minHiddenLength);
}

/**
 * The JSON of a page, whose results have no secret in any text or name of a property. Its paging is left as it is:
 * a cursor goes back to the service alone.
 * @param text the JSON as it came: searching it costs little, and pages without a secret are not walked
 */
export function withoutSecrets(
  { value, text }: { readonly value: unknown; readonly text: string },
  secrets: Iterable<string>,
): unknown {
  if (!secretFinder(longOf(secrets))(text)) return value;
  if (typeof value !== 'object' || value === null || !('results' in value)) return value;
  return { ...value, results: hidden(value.results, secretHider(secrets)) };
}

/** Without recursion, as JSON may be nested deeper than the stack is. */
function hidden(root: unknown, hide: (text: string) => string): unknown {
  const holder = [root];
  const open: object[] = [holder];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const [name, value] of Object.entries(at)) {
      const safeName = Array.isArray(at) ? name : hide(name);
      const safe: unknown = typeof value === 'string' ? hide(value) : value;
      if (safeName !== name) Reflect.deleteProperty(at, name);
      // Defined and not assigned, since JSON may have a property named __proto__.
      if (safeName !== name || safe !== value)
        Object.defineProperty(at, safeName, { ...property, value: safe });
      if (typeof value === 'object' && value !== null) open.push(value);
    }
  }
  return holder[0];
}

const property = { enumerable: true, configurable: true, writable: true };
