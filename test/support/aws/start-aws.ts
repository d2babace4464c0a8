/**
 * A test server for S3, SES and Secrets Manager on one local port. Clients reach it through `AWS_ENDPOINT_URL` alone.
 * It accepts only correctly signed requests, rejects what the real services reject, and fails as its fault script says.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerCall, type Permits } from './answer-call.ts';
import { readRequest } from './aws-request.ts';
import type { AwsState } from './aws-state.ts';
import { controlPath, handleControl } from './control.ts';
import { createFaultScript, type FaultRule } from './faults.ts';
import { createS3 } from './s3/s3-service.ts';
import { createSecretsManager } from './secrets-manager.ts';
import type { SendingLimits } from './ses/sending-limits.ts';
import { createSes, type SentMessage } from './ses/ses-service.ts';
import type { AwsCredentials } from './sigv4.ts';

export const testRegion = 'eu-west-2';
export const testCredentials: AwsCredentials = {
  accessKeyId: 'AKIALOOKAHEADTEST000',
  secretAccessKey: 'loopback/only+000000000000000000000000000',
  sessionToken: 'session-token-of-the-test-server',
};

export type AwsOptions = {
  /** By default 0: any free port. */
  readonly port?: number | undefined;
  readonly buckets?: readonly string[] | undefined;
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  readonly identities?: readonly string[] | undefined;
  readonly configurationSets?: readonly string[] | undefined;
  /** The limits of SES; a test may change it later in the state. */
  readonly sending?: SendingLimits | undefined;
  /** False if thousands of messages with workbooks would fill the memory. */
  readonly keepRawMail?: boolean | undefined;
  readonly credentials?: readonly AwsCredentials[] | undefined;
  /** The permissions of the owner of an access key; everything by default. */
  readonly permits?: Permits | undefined;
  readonly region?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  readonly onEmailSent?: ((message: SentMessage) => void) | undefined;
  /** Requests signed for these services are forwarded to other servers: `{ sqs: 'http://sqs.eu-west-2.localhost:4566' }`. */
  readonly forward?: Readonly<Record<string, string>> | undefined;
};

export type AwsServer = AsyncDisposable & {
  readonly url: string;
  /** The environment variables by which a process reaches this server with the standard clients. */
  readonly environment: Readonly<Record<string, string>>;
  /** The same as options of a client. */
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
  const region = options.region ?? testRegion;
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
    s3: createS3(state.buckets, now),
    secretsmanager: createSecretsManager(state.secrets, { region, now }),
    ses: createSes({
      identities: options.identities,
      configurationSets: options.configurationSets,
      keepRaw: options.keepRawMail ?? true,
      region,
      now,
      limits: () => state.sending,
      onMessage: (message) => {
        state.messages.push(message);
        options.onEmailSent?.(message);
      },
    }),
  };
  const context = {
    services: new Map(Object.entries(services)),
    forward: new Map(Object.entries(options.forward ?? {})),
    own: () => url,
    verifier: { credentials, region, now },
    permits: options.permits ?? (() => true),
    script,
    state,
  };

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const request = await readRequest(incoming);
    if (request.rawPath.startsWith(controlPath)) {
      await handleControl(request, response, { state, script });
      return;
    }
    const requestId = randomUUID();
    response.setHeader('x-amz-request-id', requestId);
    await answerCall(request, response, { ...context, requestId, gone: gone.signal });
  }

  const server = createServer({ maxHeaderSize: 64 * 1024 }, (incoming, response) => {
    handle(incoming, response).catch((error: unknown) => {
      // Only the caller disconnecting is not a defect of this server.
      if (response.destroyed || response.headersSent) return;
      response.writeHead(599, { 'content-type': 'text/plain' });
      response.end(`The test server failed: ${error instanceof Error ? error.stack : String(error)}`);
    });
  });
  server.listen(options.port ?? 0, '127.0.0.1');
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
