import * as z from 'zod/mini';

const answered = z.object({
  $metadata: z.object({ httpStatusCode: z.optional(z.number()), attempts: z.optional(z.number()) }),
});
const coded = z.object({ code: z.string() });

/**
 * @returns `code`: the name that the service or the network gives the error, such as `AccessDenied` or `ECONNRESET`;
 *   `HTTP 502` for an answer without one. `status`: the HTTP status; undefined without an answer. `attempts`: number of
 *   requests that the client sent
 */
export function readAwsError(error: unknown): {
  readonly code: string;
  readonly status: number | undefined;
  readonly attempts: number;
} {
  const metadata = answered.safeParse(error).data?.$metadata;
  const status = metadata?.httpStatusCode;
  return { code: awsErrorCode(error, status), status, attempts: metadata?.attempts ?? 1 };
}

function awsErrorCode(error: unknown, status: number | undefined): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = coded.safeParse(error).data?.code;
  if (code !== undefined) return code;
  // The client has no name for an answer without a body, or with a body that is not the service's.
  const unnamed = /^(?:error|unknown.*|\d*)$/i.test(error.name);
  return unnamed && status !== undefined ? `HTTP ${status}` : error.name;
}
