/** Removes keys that a service repeats in its answers, so that no workbook, mail or stored object contains one. */
import { createSecretDetector, minRedactedLength, redactor } from '#base/text/redact.ts';

export function createSecretHider(secrets: Iterable<string>): (text: string) => string {
  return redactor(hideableSecrets(secrets));
}

function hideableSecrets(secrets: Iterable<string>): readonly string[] {
  return [...secrets].filter((secret) => secret.length >= minRedactedLength);
}

export function jsonWithoutSecrets(
  { value, text }: { readonly value: unknown; readonly text: string },
  secrets: Iterable<string>,
): unknown {
  if (!createSecretDetector(hideableSecrets(secrets))(text)) return value;
  if (typeof value !== 'object' || value === null || !('results' in value)) return value;
  return { ...value, results: hideInAllTexts(value.results, createSecretHider(secrets)) };
}

/**
 * Hides the secrets in every text and property name of a JSON value, which is changed in place. It does not recurse,
 * because the nesting of JSON may be deeper than the stack.
 */
function hideInAllTexts(root: unknown, hide: (text: string) => string): unknown {
  const holder = [root];
  const open: object[] = [holder];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const [name, value] of Object.entries(at)) {
      const safeName = Array.isArray(at) ? name : hide(name);
      const safe: unknown = typeof value === 'string' ? hide(value) : value;
      if (safeName !== name) Reflect.deleteProperty(at, name);
      // The property is defined, not assigned: JSON may have a property named __proto__.
      if (safeName !== name || safe !== value)
        Object.defineProperty(at, safeName, { ...plainPropertyDescriptor, value: safe });
      if (typeof value === 'object' && value !== null) open.push(value);
    }
  }
  return holder[0];
}

const plainPropertyDescriptor = { enumerable: true, configurable: true, writable: true };
