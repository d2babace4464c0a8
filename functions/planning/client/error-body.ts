/** What the body of an error says. Open point of the contract: its shape is not shown; `message` of any type is known. */
import * as z from 'zod/mini';
import { idFilters } from '../contract/tasks-query.ts';
import { shown } from './foreign-text.ts';

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
const messageSchema = z.looseObject({
  message: z.unknown().check(z.refine((message) => message !== undefined)),
});

export type ErrorBody = {
  /** Its message on one line of at most 200 characters, free of secrets; undefined when it says nothing readable. */
  readonly says: string | undefined;
  /** The parameters of the request that it names. */
  readonly parameters: readonly string[];
};

export function readErrorBody(text: string | undefined, secrets: Iterable<string>): ErrorBody {
  if (text === undefined || text.trim() === '' || text.trimStart().startsWith('<')) {
    return { says: undefined, parameters: [] };
  }
  const message = shown(messageOf(text), secrets);
  return {
    says: message === '' ? undefined : message,
    parameters: parameterNames.filter((name) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text)),
  };
}

function messageOf(text: string): string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return text;
  }
  const parsed = messageSchema.safeParse(body);
  const message = parsed.success ? parsed.data.message : body;
  return typeof message === 'string' ? message : JSON.stringify(message);
}
