import { getOrInsert } from '#base/get-or-insert.ts';
import { oneLine } from './one-line.ts';

const maxLength = 200;

/** Minimum length of a secret in characters: hiding a shorter text everywhere would hide parts of words. */
export const minRedactedLength = 6;
const maxDepth = 5;

/**
 * Replaces each secret with `[redacted]`, in upper and lower case. Each character may be unencoded, percent-encoded, or
 * escaped as in JSON, JavaScript or HTML, even several times over. The whole secret may also be in base64, on its own
 * or as part of a longer text such as `user:secret`.
 * @returns a function to call with many texts: the patterns are made only once
 * @example
 * redactor(['s3cret-key'])('GET /tasks with s3cret-key'); // 'GET /tasks with [redacted]'
 */
export function redactor(secrets: Iterable<string>): (text: string) => string {
  const sought = secretPatterns(secrets);
  return (text) => sought.reduce((left, pattern) => left.replaceAll(pattern, '[redacted]'), text);
}

/**
 * Returns a function that tells whether JSON contains a secret in a string or a property name, in any form that
 * `redactor` finds. It searches the JSON as a whole, which is faster than searching each string.
 */
export function createSecretDetector(secrets: Iterable<string>): (json: string) => boolean {
  const sought = secretPatterns(secrets);
  const isIn = (text: string) => sought.some((pattern) => text.search(pattern) >= 0);
  // Some services write each slash, quotation mark or ampersand as a JSON escape, such as `\u0026` for `&`. That also
  // hides the characters that begin an escape in an address or in HTML, so the JSON is also searched unescaped.
  const hasEscapes = (json: string) => json.includes('\\u00') || json.includes('\\/');
  return (json) => isIn(json) || (hasEscapes(json) && isIn(withoutEscapes(json)));
}

/** Replaces escapes of printable ASCII characters that JSON does not require. */
function withoutEscapes(json: string): string {
  return json.replaceAll(/\\(?:\/|u00[2-7][\da-fA-F])/g, (written) =>
    written === '\\/' ? '/' : String.fromCharCode(Number.parseInt(written.slice(2), 16)),
  );
}

function secretPatterns(secrets: Iterable<string>): readonly RegExp[] {
  return [...secrets]
    .filter((secret) => secret !== '')
    .map((secret) => {
      if (patterns.size === maxPatterns && !patterns.has(secret)) patterns = new Map();
      return getOrInsert(patterns, secret, () => secretPattern(secret));
    });
}

/** Patterns by secret, cached because making a pattern for each page would take longer than using it. */
let patterns = new Map<string, RegExp>();
/** Maximum number of patterns kept: tokens are renewed again and again while a process lives. */
const maxPatterns = 100;

const htmlNames = new Map([
  ['&', 'amp'],
  ['<', 'lt'],
  ['>', 'gt'],
  ['"', 'quot'],
  ["'", 'apos'],
]);

function secretPattern(secret: string): RegExp {
  const written = [...secret.toWellFormed()].map(spellings).join('');
  const encoded = base64Forms(secret).map((form) => form.replaceAll(/[+/]/g, spellings));
  return new RegExp([written, ...encoded].join('|'), 'gi');
}

/**
 * A pattern for the ways in which addresses, forms, JSON, JavaScript and HTML write a character. Repeats are limited,
 * because in a text of millions of backslashes the search would start at each of them.
 */
function spellings(character: string): string {
  const bytes = Buffer.from(character).toString('hex').replaceAll(/../g, '%(?:25){0,3}$&');
  const units = Array.from({ length: character.length }, (_, index) =>
    hexSpelling(character.charCodeAt(index)),
  );
  const escaped = units
    .map((unit) => `\\\\{1,8}(?:u${unit.padStart(4, '0')}|x${unit.padStart(2, '0')})`)
    .join('');
  const point = character.codePointAt(0) ?? 0;
  const name = htmlNames.get(character);
  const references = [
    `#0{0,6}${point}`,
    `#x0{0,6}${hexSpelling(point)}`,
    ...(name === undefined ? [] : [name]),
  ];
  const forms = [
    ...[character, JSON.stringify(character).slice(1, -1)].map(escapeRegExp),
    bytes,
    escaped,
    `&(?:amp;){0,3}(?:${references.join('|')});`,
  ];
  if (character === ' ') forms.push('\\+');
  if (/["/]/.test(character)) forms.push(`\\\\{1,8}${escapeRegExp(character)}`);
  return `(?:${[...new Set(forms)].join('|')})`;
}

function hexSpelling(code: number): string {
  return code.toString(16);
}

// A shorter piece also occurs in many other texts.
const minBase64Length = 8;

/** The base64 characters that only the secret determines, at each of the three offsets in a longer text. */
function base64Forms(secret: string): readonly string[] {
  const forms = ['base64', 'base64url'] as const;
  return forms
    .flatMap((form) =>
      [0, 1, 2].map((before) => {
        const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
        const text = bytes.toString(form).replace(/=+$/, '');
        return text.slice(Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3));
      }),
    )
    .filter((text) => text.length >= minBase64Length);
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/**
 * The text on one line of at most 200 characters, ending in `…` if shortened. Secrets are replaced first, so that no
 * half of one is left.
 */
export function redactedLine(text: string, secrets: Iterable<string>): string {
  const clean = oneLine(redactor(secrets)(text));
  return clean.length > maxLength ? `${clean.slice(0, maxLength - 1)}…` : clean;
}

/**
 * A copy of an error for use as a cause, with its name, message, code, stack and own causes, but without secrets and
 * without other properties, which may hold a request and its headers.
 */
export function redactedCause(cause: unknown, secrets: Iterable<string>): Error {
  return redactedError(cause, { secrets: [...secrets], depth: maxDepth });
}

function redactedError(
  cause: unknown,
  limits: { readonly secrets: readonly string[]; readonly depth: number },
): Error {
  const { secrets, depth } = limits;
  if (!(cause instanceof Error)) return new Error(redactedLine(String(cause), secrets));
  const next =
    depth > 1 && cause.cause !== undefined
      ? redactedError(cause.cause, { secrets, depth: depth - 1 })
      : undefined;
  const copy = new Error(
    redactedLine(cause.message, secrets),
    next === undefined ? undefined : { cause: next },
  );
  copy.name = redactedLine(cause.name, secrets);
  if (cause.stack !== undefined) copy.stack = redactor(secrets)(cause.stack);
  const code = errorCodeOf(cause);
  return code === undefined ? copy : Object.assign(copy, { code: redactedLine(code, secrets) });
}

/** The code of an error or of one of its causes, such as `ECONNREFUSED` or `UND_ERR_SOCKET`. */
export function errorCodeOf(error: unknown): string | undefined {
  for (const each of errorChain(error)) {
    if ('code' in each && typeof each.code === 'string') return each.code;
  }
  return undefined;
}

/** An error and its causes, the outermost first. */
export function errorChain(error: unknown): readonly Error[] {
  const chain: Error[] = [];
  for (let at = error; at instanceof Error && chain.length < maxDepth; at = at.cause) chain.push(at);
  return chain;
}
