/**
 * Tokens that expire. Signed rather than kept, so that any instance of the server can check what another one
 * issued; the client's entry is looked up at each use, so removing it ends its tokens at once.
 * Open point of the contract: issuing, scoping and expiry of tokens.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { type Region, regions } from '../../planning/contract/tasks-query.ts';
import { type ApiClient, findBySecret } from './access.ts';

export type TokenIssue = {
  readonly clients: readonly ApiClient[];
  /** At least 32 characters, the same for every instance that serves these clients. */
  readonly signingSecret: string;
  /** Seconds a token is good for; an hour by default. */
  readonly expiresIn?: number;
};

const credential = z.string().check(z.minLength(1), z.maxLength(1_000));
export const tokenRequestSchema = z.object({
  clientId: credential,
  clientSecret: credential,
});

export const tokenAnswerSchema = z.object({
  accessToken: z.string(),
  expiresIn: z.number().register(z.globalRegistry, { description: 'Seconds.' }),
  tokenType: z.string(),
});
type TokenAnswer = z.infer<typeof tokenAnswerSchema>;

const claimsSchema = z.strictObject({
  client: z.string(),
  region: z.enum(regions),
  /** Milliseconds since 1970. */
  until: z.number(),
});

/** Who holds a valid token, and in which region it counts. */
type TokenHolder = { readonly client: ApiClient; readonly region: Region };

export type TokenDesk = {
  readonly issue: (region: Region, request: z.infer<typeof tokenRequestSchema>) => TokenAnswer | undefined;
  readonly verify: (token: string) => TokenHolder | undefined;
};

const prefix = 'pt1';

/**
 * @param now milliseconds since 1970
 * @throws RangeError for a signing secret under 32 characters or an expiry that is not above 0
 */
export function tokenDesk(options: TokenIssue, now: () => number): TokenDesk {
  const { clients, signingSecret, expiresIn = 3_600 } = options;
  if (signingSecret.length < 32) throw new RangeError('The signing secret needs at least 32 characters.');
  if (!(expiresIn > 0)) throw new RangeError(`Tokens need an expiry above 0 seconds, not ${expiresIn}.`);
  const sign = (payload: string) => createHmac('sha256', signingSecret).update(payload).digest();

  return {
    issue(region, { clientId, clientSecret }) {
      // The secret is compared with every client's first, so that an unknown client id takes as long as a known one.
      const client = findBySecret(
        clients.map((each) => ({ ...each, sha256: each.clientId === clientId ? each.sha256 : unmatchable })),
        clientSecret,
      );
      if (!client) return undefined;
      const claims = { client: clientId, region, until: now() + expiresIn * 1_000 };
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
      const accessToken = `${prefix}.${payload}.${sign(payload).toString('base64url')}`;
      return { accessToken, expiresIn, tokenType: 'Bearer' };
    },
    verify(token) {
      const [kind, payload, signature, ...rest] = token.split('.');
      if (kind !== prefix || payload === undefined || signature === undefined || rest.length > 0)
        return undefined;
      const expected = sign(payload);
      const presented = Buffer.from(signature, 'base64url');
      if (presented.length !== expected.length || !timingSafeEqual(presented, expected)) return undefined;
      const claims = claimsSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
      const client = clients.find(({ clientId }) => clientId === claims.client);
      return client && claims.until > now() ? { client, region: claims.region } : undefined;
    },
  };
}

/** No text has this SHA-256 that anyone could name. */
const unmatchable = '0'.repeat(64);
