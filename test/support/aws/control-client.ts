/** Controls and inspects the server from another process, over the control path. */
import * as z from 'zod/mini';
import { controlPath } from './control.ts';
import type { FaultRule } from './faults.ts';
import type { SendingLimits } from './ses/sending-limits.ts';

const callSchema = z.object({
  number: z.number(),
  service: z.string(),
  operation: z.string(),
  key: z.string(),
  effect: z.boolean(),
  status: z.optional(z.number()),
  code: z.optional(z.string()),
});

const messageSchema = z.object({
  messageId: z.string(),
  at: z.string(),
  source: z.string(),
  recipients: z.array(z.string()),
  tags: z.array(z.object({ name: z.string(), value: z.string() })),
  configurationSet: z.optional(z.string()),
  size: z.number(),
  subject: z.optional(z.string()),
  /** Base64. */
  raw: z.optional(z.string()),
  /** As EventBridge delivers it. */
  event: z.record(z.string(), z.unknown()),
});

const objectSchema = z.object({
  key: z.string(),
  size: z.number(),
  etag: z.string(),
  headers: z.record(z.string(), z.string()),
  versions: z.number(),
});

export function connectAws(url: string) {
  async function ask(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(`${url}${controlPath}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.ok || response.status === 404) return response;
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  }
  const read = async <Schema extends z.ZodMiniType>(
    path: string,
    schema: Schema,
  ): Promise<z.output<Schema>> => schema.parse(await (await ask('GET', path)).json());
  const at = (bucket: string, key: string) =>
    `object?bucket=${encodeURIComponent(bucket)}&key=${encodeURIComponent(key)}`;

  return {
    calls: () => read('calls', z.array(callSchema)),
    messages: () => read('messages', z.array(messageSchema)),
    objects: (bucket: string) => read(`objects?bucket=${encodeURIComponent(bucket)}`, z.array(objectSchema)),
    object: async (bucket: string, key: string): Promise<Uint8Array | undefined> => {
      const response = await ask('GET', at(bucket, key));
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
    },
    putObject: async (bucket: string, key: string, body: Uint8Array) => {
      await fetch(`${url}${controlPath}${at(bucket, key)}`, { method: 'PUT', body: new Uint8Array(body) });
    },
    deleteObject: (bucket: string, key: string) => ask('DELETE', at(bucket, key)),
    createBuckets: (...names: readonly string[]) => ask('POST', 'buckets', names),
    putSecrets: (secrets: Readonly<Record<string, string>>) => ask('POST', 'secrets', secrets),
    setClock: (aheadSeconds: number) => ask('POST', 'clock', { aheadSeconds }),
    setSending: (limits: SendingLimits) => ask('POST', 'sending', limits),
    faults: (...rules: readonly FaultRule[]) => ask('POST', 'faults', rules),
    clearFaults: () => ask('DELETE', 'faults'),
    stalled: (count = 1) => ask('POST', 'stalled', { count }),
    release: () => ask('POST', 'release'),
  };
}
