/**
 * Text that others wrote (bodies, links, errors of fetch) on its way into an error: on one line, short, and
 * without any secret that it may echo.
 */
import { oneLine } from '../../base/one-line.ts';

const maxLength = 200;
const maxDepth = 5;

/** Replaces each secret, as it is, percent-encoded and JSON-escaped, by `[redacted]`. */
function withoutSecrets(text: string, secrets: Iterable<string>): string {
  let clean = text;
  for (const secret of secrets) {
    const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
    for (const form of new Set(forms)) {
      if (form !== '') clean = clean.replaceAll(form, '[redacted]');
    }
  }
  return clean;
}

/** One line of at most 200 characters, cut with `…`; secrets go first, so that a cut leaves no half of one. */
export function redacted(text: string, secrets: Iterable<string>): string {
  const clean = oneLine(withoutSecrets(text, secrets));
  return clean.length > maxLength ? `${clean.slice(0, maxLength - 1)}…` : clean;
}

/**
 * A copy of an error for use as a cause: name, message, code and stack, chain included, without secrets and
 * without the other properties, where an error of fetch may carry the request and its headers.
 */
export function safeCause(cause: unknown, secrets: Iterable<string>): Error {
  return copyOf(cause, { secrets: [...secrets], depth: maxDepth });
}

function copyOf(
  cause: unknown,
  limits: { readonly secrets: readonly string[]; readonly depth: number },
): Error {
  const { secrets, depth } = limits;
  if (!(cause instanceof Error)) return new Error(redacted(String(cause), secrets));
  const next =
    depth > 1 && cause.cause !== undefined ? copyOf(cause.cause, { secrets, depth: depth - 1 }) : undefined;
  const copy = new Error(redacted(cause.message, secrets), next === undefined ? undefined : { cause: next });
  copy.name = redacted(cause.name, secrets);
  if (cause.stack !== undefined) copy.stack = withoutSecrets(cause.stack, secrets);
  const code = codeOf(cause);
  return code === undefined ? copy : Object.assign(copy, { code: redacted(code, secrets) });
}

/** The system's code of an error or of one of its causes: `ECONNREFUSED`, `UND_ERR_SOCKET`. */
export function codeOf(error: unknown): string | undefined {
  let current = error;
  for (let depth = 0; depth < maxDepth && current instanceof Error; depth++) {
    if ('code' in current && typeof current.code === 'string') return current.code;
    current = current.cause;
  }
  return undefined;
}
