/** What an answer of the service looks like, without its values: status, shapes and counts. */
import type { Answer, Outcome } from '../../planning/client/http-request.ts';
import type { Body } from '../../planning/client/read-body.ts';
import { codeOf } from '../../planning/client/redact.ts';
import { isRecord, type JsonRecord, kindOf, recordsOf, wordOf } from './json-shapes.ts';

/** One request, by the text that the table shows, and what came back. */
export type Exchange = Outcome & { readonly asked: string };

/** Why there is no answer: the system's word, such as `ECONNREFUSED`. */
export function failureOf(outcome: Exclude<Outcome, Answer>): string {
  if (outcome.kind !== 'disconnected') return 'timed out';
  return codeOf(outcome.cause) ?? 'the connection failed';
}

/** `{message: text, errors: list}`, `HTML`, `nothing`: names and kinds, no values. */
export function shapeOf(body: Body): string {
  switch (body.kind) {
    case 'json': {
      if (!isRecord(body.value)) return kindOf(body.value);
      const entries = Object.entries(body.value).slice(0, 8);
      return `{${entries.map(([name, each]) => `${wordOf(name)}: ${kindOf(each)}`).join(', ')}}`;
    }
    case 'empty':
      return 'nothing';
    case 'half':
      return 'half a body';
    case 'too-large':
      return 'too long';
    case 'HTML':
    case 'text':
      return body.kind;
  }
}

/** `200, 14 items`, `422 {message: text}`, `no answer (ECONNREFUSED)`. */
export function outcomeOf(made: Outcome): string {
  if (made.kind !== 'answer') return `no answer (${failureOf(made)})`;
  const { status } = made;
  const { results } = recordIn(made);
  return status === 200 && Array.isArray(results)
    ? `200, ${recordsOf(results).length} items`
    : `${status} ${shapeOf(made.body)}`;
}

export function is200(made: Outcome): made is Answer {
  return made.kind === 'answer' && made.status === 200;
}

/** The JSON object of an answer; empty where it has none. */
export function recordIn(made: Outcome): JsonRecord {
  const value = made.kind === 'answer' && made.body.kind === 'json' ? made.body.value : undefined;
  return isRecord(value) ? value : {};
}

export function mediaTypeOf({ headers }: Answer): string {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() || 'no content-type';
}

export function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024).toLocaleString('en')} kB`;
}
