/**
 * A test server for S3, SES, Secrets Manager and Lambda on one local port. Clients reach it through `AWS_ENDPOINT_URL` alone.
 * It accepts only correctly signed requests, rejects what the real services reject, and fails as its fault script says.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  type AwsAnswer,
  AwsError,
  type AwsRequest,
  type AwsService,
  type PreparedCall,
  readRequest,
} from './aws-service.ts';
import { createFaultScript, type FaultRule, type FaultScript, type FaultyCall } from './faults.ts';
import { createLambda, type LambdaFunctions } from './lambda-service.ts';
import { type Buckets, createS3 } from './s3-service.ts';
import { createSecretsManager } from './secrets-manager.ts';
import type { SendingLimits } from './sending-limits.ts';
import { createSes, type SentMessage } from './ses-service.ts';
import { type AwsCredentials, signedBy, signedService, type Verifier, verifySignature } from './sigv4.ts';

const region = 'eu-west-2';
export const testCredentials: AwsCredentials = {
  accessKeyId: 'AKIALOOKAHEADTEST000',
  secretAccessKey: 'loopback/only+000000000000000000000000000',
  sessionToken: 'session-token-of-the-test-server',
};

/** Whether the owner of an access key is allowed to make a call. */
export type Permits = (accessKeyId: string, call: FaultyCall, request: AwsRequest) => boolean;

type RecordedCall = FaultyCall & {
  readonly number: number;
  /** Whether the call was performed. */
  readonly effect: boolean;
  /** The status of the answer; undefined if none was sent. */
  readonly status: number | undefined;
  /** The error code of the service, or the kind of the fault. */
  readonly code: string | undefined;
};

/** The objects and messages that the server stores, and the calls that it has received. */
type AwsState = {
  readonly buckets: Buckets;
  readonly secrets: Map<string, string>;
  readonly messages: SentMessage[];
  readonly calls: RecordedCall[];
  sending: SendingLimits;
  /** How many milliseconds the clock of the server is ahead of that of the machine. */
  clockAhead: number;
};

export type AwsOptions = {
  readonly buckets?: readonly string[] | undefined;
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  readonly identities?: readonly string[] | undefined;
  readonly configurationSets?: readonly string[] | undefined;
  /** The limits of SES at the start; a test may replace them in `state`. */
  readonly sending?: SendingLimits | undefined;
  /** False if thousands of messages with workbooks would fill the memory. */
  readonly keepRawMail?: boolean | undefined;
  readonly credentials?: readonly AwsCredentials[] | undefined;
  /** The permissions of the owner of an access key; everything by default. */
  readonly permits?: Permits | undefined;
  /** What Lambda invokes, by name; nothing by default. */
  readonly functions?: LambdaFunctions | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
};

export type AwsServer = AsyncDisposable & {
  readonly url: string;
  /** The environment variables by which a process reaches this server with the standard clients. */
  readonly environment: Readonly<Record<string, string>>;
  /** The address, region and credentials, as options of a client of the AWS SDK. */
  readonly client: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: AwsCredentials;
  };
  readonly state: AwsState;
  readonly faults: (...rules: readonly FaultRule[]) => void;
  readonly clearFaults: () => void;
  readonly stalled: (count?: number) => Promise<void>;
  readonly release: () => void;
  readonly close: () => Promise<void>;
};

export async function startAws(options: AwsOptions = {}): Promise<AwsServer> {
  const credentials = options.credentials ?? [testCredentials];
  const state: AwsState = {
    buckets: new Map((options.buckets ?? ['archive']).map((name) => [name, new Map()])),
    secrets: new Map(Object.entries(options.secrets ?? {})),
    messages: [],
    calls: [],
    sending: options.sending ?? {},
    clockAhead: 0,
  };
  const clock = options.now ?? Date.now;
  const now = () => clock() + state.clockAhead;
  const script = createFaultScript();
  const services = {
    s3: createS3(state.buckets),
    lambda: createLambda(options.functions ?? (() => undefined)),
    secretsmanager: createSecretsManager(state.secrets, { region, now }),
    ses: createSes({
      identities: options.identities,
      configurationSets: options.configurationSets,
      keepRaw: options.keepRawMail ?? true,
      region,
      now,
      limits: () => state.sending,
      onMessage: (message) => state.messages.push(message),
    }),
  };
  const context = {
    services: new Map(Object.entries(services)),
    verifier: { credentials, region, now },
    permits: options.permits ?? (() => true),
    script,
    state,
  };

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const request = await readRequest(incoming);
    const requestId = randomUUID();
    response.setHeader('x-amz-request-id', requestId);
    await answerCall(request, response, { ...context, requestId, gone: gone.signal });
  }

  const server = createServer({ maxHeaderSize: 64 * 1024 }, (incoming, response) => {
    handle(incoming, response).catch((error: unknown) => {
      // After the caller has disconnected, an error is no defect of this server; any other error is.
      if (response.destroyed || response.headersSent) return;
      response.writeHead(599, { 'content-type': 'text/plain' });
      response.end(`The test server failed: ${error instanceof Error ? error.stack : String(error)}`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const url = `http://127.0.0.1:${address.port}`;
  const [own = testCredentials] = credentials;

  async function close(): Promise<void> {
    script.release();
    server.close();
    server.closeAllConnections();
    if (server.listening) await once(server, 'close');
  }

  return {
    url,
    environment: {
      AWS_ENDPOINT_URL: url,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: own.accessKeyId,
      AWS_SECRET_ACCESS_KEY: own.secretAccessKey,
      ...(own.sessionToken === undefined ? {} : { AWS_SESSION_TOKEN: own.sessionToken }),
    },
    client: { endpoint: url, region, credentials: own },
    state,
    faults: (...rules) => script.add(rules),
    clearFaults: script.clear,
    stalled: (count = 1) => script.stalled(count),
    release: script.release,
    close,
    [Symbol.asyncDispose]: close,
  };
}

type CallContext = {
  readonly services: ReadonlyMap<string, AwsService>;
  readonly verifier: Verifier;
  readonly permits: Permits;
  readonly script: FaultScript;
  readonly state: AwsState;
  readonly requestId: string;
  /** Aborts when the caller disconnects. */
  readonly gone: AbortSignal;
};

/** The result of a call: an answer, possibly only half of it, or a reset connection. */
type Outcome = {
  readonly effect: boolean;
  readonly give: AwsAnswer | 'reset';
  readonly half?: boolean;
  readonly code?: string | undefined;
};

/** Checks the signature and the permission, applies the fault script, and performs the call. */
async function answerCall(
  request: AwsRequest,
  response: ServerResponse,
  context: CallContext,
): Promise<void> {
  const name = signedService(request) ?? 's3';
  const service = context.services.get(name);
  if (!service) throw new Error(`This server does not implement ${name}.`);
  let call: PreparedCall['call'] = { service: name, operation: 'unknown', key: '' };
  const refused = (error: unknown): Outcome => {
    if (!(error instanceof AwsError)) throw error;
    return { effect: false, give: service.refuse(error, context.requestId), code: error.code };
  };
  let outcome: Outcome;
  try {
    verifySignature(request, context.verifier);
    const prepared = service.prepare(request);
    call = prepared.call;
    if (!context.permits(signedBy(request), call, request)) {
      throw new AwsError(403, 'AccessDenied', `No policy allows ${call.operation} on ${call.key}.`);
    }
    outcome = await carryOut(prepared, service, context).catch(refused);
  } catch (error) {
    outcome = refused(error);
  }
  const { give } = outcome;
  context.state.calls.push({
    ...call,
    number: context.state.calls.length + 1,
    effect: outcome.effect,
    status: give === 'reset' ? undefined : give.status,
    code: outcome.code,
  });
  if (give === 'reset') response.socket?.resetAndDestroy();
  else send(give, response, { head: request.method === 'HEAD', half: outcome.half === true });
}

async function carryOut(
  prepared: PreparedCall,
  service: AwsService,
  { script, gone, requestId }: CallContext,
): Promise<Outcome> {
  const fault = script.next(prepared.call);
  const perform = async (): Promise<Outcome> => {
    const give = await prepared.perform();
    return { effect: give.status < 400, give };
  };
  if (!fault) return perform();
  const code = fault.kind;
  switch (fault.kind) {
    case 'error': {
      const give = service.refuse(
        new AwsError(fault.status, fault.code, fault.message ?? 'Scripted.'),
        requestId,
      );
      const effect = fault.when === 'after' && (await perform()).effect;
      return { effect, give, code: fault.code };
    }
    case 'throttle':
      throw service.throttled;
    case 'conflict':
      throw new AwsError(
        409,
        'ConditionalRequestConflict',
        'The conditional request cannot succeed due to a conflicting operation against this resource.',
      );
    case 'precondition-failed':
      throw new AwsError(
        412,
        'PreconditionFailed',
        'At least one of the pre-conditions you specified did not hold',
      );
    case 'drop':
      if (fault.when === 'before') return { effect: false, give: 'reset', code };
      return { ...(await perform()), give: 'reset', code };
    case 'stall': {
      if (fault.when === 'before') {
        await script.stall(gone);
        if (gone.aborted) return { effect: false, give: 'reset', code };
        return perform();
      }
      const done = await perform();
      await script.stall(gone);
      return { ...done, code };
    }
    case 'half-answer':
      return { ...(await perform()), half: true, code };
  }
}

function send(
  answer: AwsAnswer,
  response: ServerResponse,
  how: { readonly head: boolean; readonly half: boolean },
): void {
  const body = Buffer.from(answer.body);
  const headers = { ...answer.headers, 'content-length': String(body.length) };
  if (how.half) {
    response.writeHead(answer.status, headers);
    response.write(body.subarray(0, body.length / 2), () => response.socket?.resetAndDestroy());
    return;
  }
  response.writeHead(answer.status, headers);
  response.end(how.head ? undefined : body);
}
