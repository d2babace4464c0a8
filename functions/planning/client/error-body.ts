import * as z from 'zod/mini';
import { isNestedDeeper, maxLevels } from '#base/json.ts';
import { redacted } from '#base/text/redact.ts';
import { idFilters } from '#planning/contract/tasks-query.ts';
import type { Body } from './http.ts';

const parameterNames = [
  'projectId',
  'region',
  'start',
  'finish',
  'shift',
  ...idFilters,
  'fields',
  'after',
  'limit',
];
const answerSchema = z.looseObject({
  message: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
  errors: z.optional(z.unknown()),
});
const messageSchema = z.looseObject({
  message: z.unknown().check(z.refine((message) => message !== undefined)),
});

/**
 * The message in the body of an error, on one line of at most 200 characters, free of secrets, and the parameters of
 * the request that it names. Open point of the contract: the shape of an error is not shown; `message` of any type is
 * known.
 */
export function readErrorBody(
  body: Body,
  secrets: Iterable<string>,
): { readonly says: string | undefined; readonly parameters: readonly string[] } {
  if (!('text' in body) || body.kind === 'HTML' || isBinary(body)) return { says: undefined, parameters: [] };
  const { text } = body;
  const isShallow = body.kind === 'json' && !isNestedDeeper(body.value, maxLevels);
  const says = redacted(isShallow ? messageIn(body.value) : text, secrets);
  return {
    says: says === '' ? undefined : says,
    parameters: parameterNames.filter((name) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text)),
  };
}

function messageIn(value: unknown): string {
  const parsed = messageSchema.safeParse(value);
  const message = parsed.success ? parsed.data.message : value;
  return messageText(message);
}

function messageText(message: unknown): string {
  return typeof message === 'string' ? message : JSON.stringify(message);
}

function isBinary({ kind, text }: { readonly kind: string; readonly text: string }): boolean {
  return kind === 'garbled' && /\p{Cc}/u.test(text.replaceAll(/\s/g, ''));
}

/** ` saying "no licence"`: the message of an error that came with status 200; empty without one. */
export function messageOfAnswer(value: unknown, secrets: Iterable<string>): string {
  const { message, error, errors } = answerSchema.safeParse(value).data ?? {};
  const says = message ?? error ?? errors ?? undefined;
  return says === undefined || isNestedDeeper(says, maxLevels)
    ? ''
    : quoted(redacted(messageText(says), secrets));
}

/** Whether an answer with results also has an error: they may then not be all. */
export function hasError(value: unknown): boolean {
  const { error, errors } = answerSchema.safeParse(value).data ?? {};
  return [error, errors].some((each) => Boolean(each) && !/^(?:\[\]|\{\})$/.test(JSON.stringify(each)));
}

export function quoted(says: string | undefined): string {
  return says === undefined || says === '' ? '' : ` saying "${says}"`;
}
