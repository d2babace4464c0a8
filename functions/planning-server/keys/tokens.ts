/**
 * Tokens that expire. They are signed rather than stored, so that any instance of the server can check what
 * another one issued. The client's entry is looked up at each use, so removing it ends its tokens at once.
 * Open point of the contract: issuing, scoping and expiry of tokens.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { type Region, regions } from '../../planning/contract/tasks-query.ts';
import { type ApiClient, findBySecret } from './access-keys.ts';

export type TokenOptions = {
  readonly clients: readonly ApiClient[];
  /** At least 32 characters, the same for every instance that serves these clients. */
  readonly signingSecret: string;
};

const credential = z.string().check(z.minLength(1), z.maxLength(1_000));
export const tokenRequestSchema = z.object({ clientId: credential, clientSecret: credential });
type TokenRequest = z.infer<typeof tokenRequestSchema>;

export const tokenSchema = z.object({
  accessToken: z.string(),
  expiresIn: z.number().register(z.globalRegistry, { description: 'Seconds.' }),
  tokenType: z.string(),
});
type Token = z.infer<typeof tokenSchema>;

const claimsSchema = z.strictObject({
  client: z.string(),
  region: z.enum(regions),
  /** Milliseconds since 1970. */
  until: z.number(),
});

/** Who holds a valid token, and the region it is valid in. */
type TokenHolder = { readonly client: ApiClient; readonly region: Region };

export type TokenIssuer = {
  /** Undefined for an unknown client or a wrong secret. */
  readonly issue: (region: Region, request: TokenRequest) => Token | undefined;
  /** Undefined for a token that is forged, has expired or belongs to a client that is gone. */
  readonly verify: (token: string) => TokenHolder | undefined;
};

const prefix = 'pt1';
/** Seconds. */
const expiresIn = 3_600;
/** A digest no known secret hashes to, so that an unknown client takes as long to refuse as a wrong secret. */
const unmatchable = '0'.repeat(64);

/**
 * @param now milliseconds since 1970
 * @throws RangeError for a signing secret under 32 characters
 */
export function tokenIssuer({ clients, signingSecret }: TokenOptions, now: () => number): TokenIssuer {
  if (signingSecret.length < 32) {
    throw new RangeError('The signing secret must have at least 32 characters.');
  }
  const sign = (payload: string) => createHmac('sha256', signingSecret).update(payload).digest();

  return {
    issue(region, { clientId, clientSecret }) {
      const candidates = clients.map((client) =>
        client.clientId === clientId ? client : { ...client, sha256: unmatchable },
      );
      if (!findBySecret(candidates, clientSecret)) return undefined;
      const claims = { client: clientId, region, until: now() + expiresIn * 1_000 };
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
      const accessToken = `${prefix}.${payload}.${sign(payload).toString('base64url')}`;
      return { accessToken, expiresIn, tokenType: 'Bearer' };
    },
    verify(token) {
      const [kind, payload, signature, ...rest] = token.split('.');
      if (kind !== prefix || payload === undefined || signature === undefined || rest.length > 0) {
        return undefined;
      }
      const expected = sign(payload);
      const presented = Buffer.from(signature, 'base64url');
      if (presented.length !== expected.length || !timingSafeEqual(presented, expected)) return undefined;
      const claims = claimsSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
      const client = clients.find(({ clientId }) => clientId === claims.client);
      return client && claims.until > now() ? { client, region: claims.region } : undefined;
    },
  };
}
