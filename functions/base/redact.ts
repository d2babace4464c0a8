/**
 * Text that others wrote (bodies, links, errors of fetch) on its way into an error: on one line, short, and
 * without any secret that it may echo.
 */
import { oneLine } from './one-line.ts';

const maxLength = 200;

/** Characters. A shorter one would not be a secret, and hiding it wherever it stands would blot out words. */
export const minHiddenLength = 6;
const maxDepth = 5;

/**
 * Replaces each secret by `[redacted]`: in upper and lower case, each character as it is, percent-encoded or escaped
 * as in JSON, and the whole in base64, on its own or as part of something longer such as `user:secret`.
 * @returns what does so to a text; it may be used for many, since what to look for is worked out once
 */
export function redactor(secrets: Iterable<string>): (text: string) => string {
  const patterns = [...secrets].filter((secret) => secret !== '').map(patternOf);
  return (text) => patterns.reduce((left, pattern) => left.replaceAll(pattern, '[redacted]'), text);
}

/**
 * Whether JSON may hold one of the secrets: as JSON, addresses or base64 write it, or escaped. Several times faster on a long
 * text than `redactor`, and less thorough: in other capitals a secret is not found.
 */
export function secretFinder(secrets: Iterable<string>): (json: string) => boolean {
  const forms = [...secrets].flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    ...base64Forms(secret),
  ]);
  const searched = [...new Set(forms)];
  const isIn = (text: string) => searched.some((form) => text.includes(form));
  // Some services write each slash, quotation mark or ampersand escaped, in every text.
  const hasEscapes = (json: string) => json.includes('\\u00') || json.includes('\\/');
  return (json) => isIn(json) || (hasEscapes(json) && isIn(withoutEscapes(json)));
}

/** With the printable characters of ASCII that JSON would not have to escape. */
function withoutEscapes(json: string): string {
  return json.replaceAll(/\\(?:\/|u00[2-7][\da-fA-F])/g, (written) =>
    written === '\\/' ? '/' : String.fromCharCode(Number.parseInt(written.slice(2), 16)),
  );
}

function patternOf(secret: string): RegExp {
  const written = [...secret.toWellFormed()].map(spellings).join('');
  return new RegExp([written, ...base64Forms(secret).map(escapeRegExp)].join('|'), 'gi');
}

/** A pattern of the ways in which addresses, forms and JSON write a character. */
function spellings(character: string): string {
  const bytes = Buffer.from(character).toString('hex').replaceAll(/../g, '%$&');
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  const escaped = units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  const forms = [character, bytes, escaped, JSON.stringify(character).slice(1, -1)];
  if (character === ' ') forms.push('+');
  if (character === '/') forms.push('\\/');
  return `(?:${[...new Set(forms)].map(escapeRegExp).join('|')})`;
}

// A shorter piece is in too many other texts.
const minBase64Length = 8;

/** The characters of base64 that a secret determines alone, wherever in a longer text it begins. */
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

/** One line of at most 200 characters, cut with `…`; secrets go first, so that a cut leaves no half of one. */
export function redacted(text: string, secrets: Iterable<string>): string {
  const clean = oneLine(redactor(secrets)(text));
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
  if (cause.stack !== undefined) copy.stack = redactor(secrets)(cause.stack);
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
