/**
 * The control path, by which a test in another process controls and inspects the server: unsigned JSON over loopback.
 * It cannot be confused with a bucket, because the name of a bucket has no underscore.
 */
import type { ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import { type AwsRequest, parameter } from './aws-request.ts';
import type { AwsState } from './aws-state.ts';
import { type FaultScript, ruleSchema } from './faults.ts';
import { checksum } from './s3/checksums.ts';
import { sortedKeys, storeObject } from './s3/stored-objects.ts';

export const controlPath = '/_control/';

const wait = z.strictObject({ count: z._default(z.int().check(z.gte(1)), 1) });
const secrets = z.record(z.string(), z.string());
const clock = z.strictObject({ aheadSeconds: z.number() });
const limit = z.optional(z.number().check(z.gte(0)));
const sending = z.strictObject({ maxSendRate: limit, max24HourSend: limit });
const bucketNames = z.array(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)));

type Control = { readonly state: AwsState; readonly script: FaultScript };

export async function handleControl(
  request: AwsRequest,
  response: ServerResponse,
  { state, script }: Control,
): Promise<void> {
  const what = `${request.method} ${request.rawPath.slice(controlPath.length)}`;
  const body = (): unknown => JSON.parse(request.body.toString() || '{}');
  const answer = (value: unknown) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  };
  const bucket = () => state.buckets.get(parameter(request, 'bucket') ?? '');
  const key = parameter(request, 'key') ?? '';

  switch (what) {
    case 'GET calls':
      return answer(state.calls);
    case 'GET messages':
      return answer(state.messages.map(({ raw, ...rest }) => ({ ...rest, raw: raw?.toString('base64') })));
    case 'GET objects': {
      const found = bucket() ?? new Map();
      return answer(
        sortedKeys(found).map((name) => {
          const { body: bytes, ...rest } = found.get(name);
          return { ...rest, size: bytes.length };
        }),
      );
    }
    case 'GET object': {
      const object = bucket()?.get(key);
      response.writeHead(object ? 200 : 404, { 'content-type': 'application/octet-stream' });
      response.end(object?.body);
      return;
    }
    case 'PUT object': {
      const found = bucket();
      if (found) {
        storeObject(found, {
          key,
          tags: '',
          body: request.body,
          headers: { 'content-type': request.headers['content-type'] ?? 'application/octet-stream' },
          checksum: { name: 'sha256', value: checksum('sha256', request.body) },
          lastModified: new Date(0),
        });
      }
      return answer({ stored: found !== undefined });
    }
    case 'DELETE object':
      return answer({ deleted: bucket()?.delete(key) === true });
    case 'POST buckets':
      for (const name of bucketNames.parse(body())) {
        if (!state.buckets.has(name)) state.buckets.set(name, new Map());
      }
      return answer({});
    case 'POST secrets':
      for (const [name, value] of Object.entries(secrets.parse(body()))) state.secrets.set(name, value);
      return answer({});
    case 'POST clock':
      state.clockAhead = clock.parse(body()).aheadSeconds * 1000;
      return answer({});
    case 'POST sending':
      state.sending = sending.parse(body());
      return answer({});
    case 'POST faults':
      script.add(z.array(ruleSchema).parse(body()));
      return answer({});
    case 'DELETE faults':
      script.clear();
      return answer({});
    case 'POST stalled':
      await script.stalled(wait.parse(body()).count);
      return answer({});
    case 'POST release':
      script.release();
      return answer({});
    default:
      response.writeHead(404, { 'content-type': 'text/plain' });
      response.end(`There is no control ${what}.`);
  }
}
