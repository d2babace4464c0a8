/**
 * Runs a function's handler over the Runtime API as Lambda's own runtime does, on machines without the runtime
 * interface client. Start it with `node bootstrap.ts` and the environment that Lambda gives.
 */
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

type Handler = (event: unknown, context: object) => unknown;
type Reply = { readonly headers: NodeJS.Dict<string | string[]>; readonly text: string };

const variable = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`The variable ${name} is missing.`);
  return value;
};
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const [host = '', port = ''] = variable('AWS_LAMBDA_RUNTIME_API').split(':');

function call(method: 'GET' | 'POST', path: string, body?: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers =
      body === undefined
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    const sent = request(
      { host, port, agent, method, path: `/2018-06-01/runtime/${path}`, headers },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ headers: response.headers, text: Buffer.concat(chunks).toString('utf8') }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

function errorBody(error: unknown): string {
  const known = error instanceof Error ? error : new Error(String(error));
  return JSON.stringify({
    errorType: known.name,
    errorMessage: known.message,
    trace: known.stack?.split('\n') ?? [],
  });
}

async function loadHandler(): Promise<Handler> {
  const [file = '', name = ''] = variable('_HANDLER').split('.');
  const loaded = await import(pathToFileURL(join(variable('LAMBDA_TASK_ROOT'), `${file}.mjs`)).href);
  const handler: unknown = loaded[name];
  if (typeof handler !== 'function') throw new Error(`${file}.${name} is not a function.`);
  return (event, context) => handler(event, context);
}

function contextOf({ headers }: Reply) {
  const header = (name: string) => String(headers[`lambda-runtime-${name}`]);
  const deadline = Number(header('deadline-ms'));
  return {
    awsRequestId: header('aws-request-id'),
    invokedFunctionArn: header('invoked-function-arn'),
    functionName: variable('AWS_LAMBDA_FUNCTION_NAME'),
    functionVersion: variable('AWS_LAMBDA_FUNCTION_VERSION'),
    memoryLimitInMB: variable('AWS_LAMBDA_FUNCTION_MEMORY_SIZE'),
    logGroupName: variable('AWS_LAMBDA_LOG_GROUP_NAME'),
    logStreamName: variable('AWS_LAMBDA_LOG_STREAM_NAME'),
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
}

const handler = await loadHandler().catch(async (error: unknown) => {
  await call('POST', 'init/error', errorBody(error));
  throw error;
});
for (;;) {
  const next = await call('GET', 'invocation/next');
  const context = contextOf(next);
  const at = `invocation/${context.awsRequestId}`;
  try {
    const answer = await handler(JSON.parse(next.text), context);
    await call('POST', `${at}/response`, JSON.stringify(answer ?? null));
  } catch (error) {
    await call('POST', `${at}/error`, errorBody(error));
  }
}
