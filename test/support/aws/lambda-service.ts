/** The operation Invoke of Lambda, for callers that wait for the answer. */
import { AwsError, type AwsRequest, type AwsService, type PreparedCall } from './aws-service.ts';

/** The result of a function: its response, or the type of its error, such as `Sandbox.Timedout`, and a message. */
export type Invoked =
  | { readonly kind: 'response'; readonly body: unknown }
  | { readonly kind: 'failure'; readonly errorType: string; readonly errorMessage: string };

/** The function of this name; undefined if there is none. */
export type LambdaFunctions = (name: string) => ((event: unknown) => Promise<Invoked>) | undefined;

/** Maximum size of an answer: the limit of Lambda. */
const maxAnswerBytes = 6_291_556;

export function createLambda(functions: LambdaFunctions): AwsService {
  function prepare({ method, rawPath, headers, body }: AwsRequest): PreparedCall {
    const [, key = ''] = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(rawPath) ?? [];
    const waits = headers['x-amz-invocation-type'] ?? 'RequestResponse';
    if (method !== 'POST' || key === '' || waits !== 'RequestResponse') {
      throw new AwsError(404, 'UnknownOperationException', `This server does not implement ${rawPath}.`);
    }
    const perform = async () => {
      const invoke = functions(key);
      if (!invoke) throw new AwsError(404, 'ResourceNotFoundException', `Function not found: ${key}`);
      return answerOf(await invoke(JSON.parse(body.toString())));
    };
    return { call: { service: 'lambda', operation: 'Invoke', key }, perform };
  }

  return {
    prepare,
    refuse: ({ status, code, message }) => ({
      status,
      headers: { ...json, 'x-amzn-errortype': code },
      body: JSON.stringify({ Type: 'User', Message: message }),
    }),
    throttled: new AwsError(429, 'TooManyRequestsException', 'Rate Exceeded.'),
  };
}

const json = { 'content-type': 'application/json' };

function answerOf(invoked: Invoked) {
  if (invoked.kind === 'failure') return failure(invoked);
  const body = JSON.stringify(invoked.body ?? null);
  if (Buffer.byteLength(body) <= maxAnswerBytes) return { status: 200, headers: json, body };
  const errorMessage = `Response payload size exceeded maximum allowed payload size (${maxAnswerBytes} bytes).`;
  return failure({ errorType: 'Function.ResponseSizeTooLarge', errorMessage });
}

function failure({ errorType, errorMessage }: { readonly errorType: string; readonly errorMessage: string }) {
  return {
    status: 200,
    headers: { ...json, 'x-amz-function-error': 'Unhandled' },
    body: JSON.stringify({ errorType, errorMessage, trace: [] }),
  };
}
