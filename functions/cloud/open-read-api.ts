import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { handle, type LambdaEvent } from 'hono/aws-lambda';
import * as z from 'zod/mini';
import { openArchive } from '#archive/s3.ts';
import { failureFields } from '#base/log.ts';
import { currentBuildVersion } from '#planning-server/build.ts';
import { createPlanningServer, type FailedRequest } from '#planning-server/http/create-planning-server.ts';
import { createStoredKeyRing, maxKeyCacheAgeMs } from '#planning-server/keys/key-ring.ts';
import { readOrCreateSigningSecret } from '#planning-server/keys/tokens.ts';
import { createVersionStore, maxVersionCacheAgeMs } from '#planning-server/versions/open-versions.ts';
import { createLogWithoutMetrics } from './log.ts';
import { type EnvironmentVariables, readVariables, requiredVariableSchema } from './read-variables.ts';

/** Maximum bytes of versions kept in the 2 GB of temporary storage, which also holds the version being decompressed. */
const maxVersionBytes = 1_500_000_000;
/** Maximum number of open versions; each takes about half a megabyte of memory. */
const maxOpenVersions = 200;

const variables = z.object({
  ARCHIVE_BUCKET: requiredVariableSchema,
  ORIGIN: requiredVariableSchema,
  CORS_ORIGINS: z.pipe(
    z._default(z.string(), ''),
    z.transform((text) => text.split(',').filter((origin) => origin !== '')),
  ),
});

type Gateway = { readonly requestContext?: { readonly http?: { readonly sourceIp?: string } } };

/** @throws what the archive throws */
export async function createReadApiHandler(environment: EnvironmentVariables, now: () => number) {
  const { ARCHIVE_BUCKET, ORIGIN, CORS_ORIGINS } = readVariables(variables, environment);
  const archive = openArchive(ARCHIVE_BUCKET, { forbiddenIsMissing: true });
  const log = createLogWithoutMetrics(environment);
  const onError = (error: unknown, request?: FailedRequest) =>
    log.error('failed', { ...request, ...failureFields(error) });
  const folder = await mkdtemp(join(tmpdir(), 'lookahead-versions-'));
  const app = createPlanningServer({
    store: createVersionStore({
      archive,
      folder,
      maxBytes: maxVersionBytes,
      maxOpen: maxOpenVersions,
      now,
      onError,
      maxAgeMs: maxVersionCacheAgeMs.bucket,
    }),
    keys: createStoredKeyRing(archive, { maxAge: maxKeyCacheAgeMs.bucket, now, onError }),
    signingSecret: await readOrCreateSigningSecret(archive, randomBytes),
    build: currentBuildVersion,
    origin: ORIGIN,
    allowedOrigins: CORS_ORIGINS,
    now,
    onRequest: (entry) => log.info('answered', entry),
    onError,
  });
  const behindGateway = new Hono<{ Bindings: Gateway }>();
  behindGateway.all('*', (c) =>
    app.fetch(c.req.raw, { origin: ORIGIN, remoteAddress: c.env.requestContext?.http?.sourceIp }),
  );
  return (event: LambdaEvent) => handle(behindGateway)(event);
}
