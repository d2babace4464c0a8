/** A question of a client, and how it is sent to a service over HTTP. */
import { type Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect } from 'vitest';
import * as z from 'zod/mini';

/**
 * A path, below the project `gb/jetty` unless it begins with a slash. `{name}` in it, in a header or in the body is
 * replaced by the value in `names` of the service, or by a value of the answer before: `{after}`, `{link}`,
 * `{accessToken}`, or a header, such as `{etag}`. `{strongTag}` is the ETag without its `W/`.
 */
type Asked = string | Request;

type Request = {
  readonly to: string;
  readonly method?: string;
  /** Undefined leaves out a header that is usually sent: the key. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
  /** Whether it is sent to the service that allows scripts of https://bi.example.com. */
  readonly isCrossOrigin?: true;
  /** Maximum number of times that it is sent, until the answer is 429. */
  readonly times?: number;
};

export type ClientAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as sent. */
  readonly body: Buffer;
  /** The decoded body. */
  readonly text: string;
};

type Expected = {
  /** @default 200 */
  readonly status?: number;
  /** Ids of the results in order, separated by blanks. */
  readonly ids?: string;
  /** Parameter and code of each error of a 422, separated by commas. */
  readonly errors?: string;
  /** Expected headers; null for a header that must be absent. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
  readonly json?: object;
};

/**
 * What is expected of the last answer: the ids of its results, or its properties. A function gets all answers, the last
 * one first.
 */
type Expectation = string | Expected | ((last: ClientAnswer, ...before: readonly ClientAnswer[]) => void);

export type ClientQuestion = readonly [
  title: string,
  asked: Asked | readonly [Asked, Asked, ...Asked[]],
  expected: Expectation,
];

export type QuestionedService = {
  readonly url: string;
  /** Address of a second service with the same data, which allows scripts of https://bi.example.com. */
  readonly crossOriginUrl: string;
  /** Keys, tokens and cursors that the service must accept, or must refuse. */
  readonly names: Readonly<Record<string, string>>;
  readonly agent: Agent;
};

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/** The answers to a question, the last one first. */
export async function answersTo(
  [, asked]: ClientQuestion,
  service: QuestionedService,
): Promise<readonly [ClientAnswer, ...ClientAnswer[]]> {
  const [first, ...more] = typeof asked === 'string' || 'to' in asked ? [asked] : asked;
  let answers: readonly [ClientAnswer, ...ClientAnswer[]] = [await answerTo(first, service, service.names)];
  for (const each of more) {
    const names = { ...service.names, ...namesIn(answers[0]) };
    answers = [await answerTo(each, service, names), ...answers];
  }
  return answers;
}

const follow = z.object({
  paging: z.optional(z.object({ next: z.nullable(z.object({ after: z.string(), link: z.string() })) })),
  accessToken: z.optional(z.string()),
});

function namesIn({ headers, text }: ClientAnswer): Readonly<Record<string, string | undefined>> {
  const { data } = follow.safeParse(text.startsWith('{') ? JSON.parse(text) : undefined);
  const { after, link } = data?.paging?.next ?? {};
  const address = link === undefined ? undefined : new URL(link);
  return {
    ...headers,
    strongTag: headers['etag']?.replace('W/', ''),
    after,
    link: address && `${address.pathname}${address.search}`,
    accessToken: data?.accessToken,
  };
}

async function answerTo(
  asked: Asked,
  service: QuestionedService,
  names: Readonly<Record<string, string | undefined>>,
): Promise<ClientAnswer> {
  const {
    to,
    method,
    headers,
    body,
    isCrossOrigin,
    times = 1,
  } = typeof asked === 'string' ? { to: asked } : asked;
  const filled = (text: string) =>
    text.replaceAll(/\{([\w-]+)\}/g, (_, name: string) => {
      const value = names[name];
      if (value === undefined) throw new Error(`Nothing is called ${name} in the answer before ${to}.`);
      return value;
    });
  const path = filled(to);
  const sent = Object.entries({ 'X-API-Key': '{master}', ...headers }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, filled(value)] as const],
  );
  const send = async (): Promise<ClientAnswer> => {
    const { promise, resolve, reject } = Promise.withResolvers<ClientAnswer>();
    const options = {
      agent: service.agent,
      method,
      path: path.startsWith('/') ? path : `/gb/v1/projects/jetty/${path}`,
      headers: Object.fromEntries(sent),
    };
    request(isCrossOrigin ? service.crossOriginUrl : service.url, options, async (response) => {
      const content = await buffer(response);
      const given = Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
      );
      const decode = decoders[content.length === 0 ? '' : (given['content-encoding'] ?? '')];
      const text = String(decode ? decode(content) : content);
      resolve({ status: response.statusCode ?? 0, headers: given, body: content, text });
    })
      .on('error', reject)
      .end(body === undefined ? undefined : filled(body));
    return promise;
  };
  let answer = await send();
  for (let time = 1; time < times && answer.status !== 429; time += 1) answer = await send();
  return answer;
}

const page = z.object({ results: z.array(z.looseObject({ id: z.string() })) });
const problem = z.object({ errors: z.array(z.object({ parameter: z.string(), code: z.string() })) });

export function resultsOf({ text }: ClientAnswer) {
  return page.parse(JSON.parse(text)).results;
}

/** @throws if the last answer is not what the question expects */
export function checkAnswers(
  [, , expected]: ClientQuestion,
  answers: readonly [ClientAnswer, ...ClientAnswer[]],
): void {
  const [last, ...before] = answers;
  if (typeof expected === 'function') {
    expected(last, ...before);
    return;
  }
  const {
    errors,
    ids,
    json,
    status = errors === undefined ? 200 : 422,
    headers = {},
  } = typeof expected === 'string' ? { ids: expected } : expected;
  expect({ status: last.status, text: last.status === status ? '' : last.text }).toEqual({
    status,
    text: '',
  });
  if (ids !== undefined)
    expect(
      resultsOf(last)
        .map(({ id }) => id)
        .join(' '),
    ).toBe(ids);
  if (errors !== undefined) {
    const found = problem.parse(JSON.parse(last.text)).errors;
    expect(found.map(({ parameter, code }) => `${parameter} ${code}`).join(', ')).toBe(errors);
  }
  if (json !== undefined) expect(JSON.parse(last.text)).toMatchObject(json);
  for (const [name, value] of Object.entries(headers)) {
    const given = last.headers[name];
    const wanted = value instanceof RegExp ? expect.stringMatching(value) : (value ?? undefined);
    expect([name, given]).toEqual([name, wanted]);
  }
}
