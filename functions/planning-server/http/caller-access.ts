import type { Region } from '#planning/contract/tasks-query.ts';
import type { KeyRing, ValidApiKey } from '#planning-server/keys/key-ring.ts';
import type { TokenIssuer } from '#planning-server/keys/tokens.ts';
import { createRefusalResponse, createTooManyRequestsResponse, httpRefusals } from './problems.ts';
import { type Caller, connectionOf, type RequestContext } from './response.ts';

/**
 * Maximum number of wrong API keys per minute from one address; more requests with a wrong key are refused with 429.
 * @limit the Planning Read API
 * @tunable
 */
const maxWrongKeysPerMinute = 60;

export type CallerAuthorizer = {
  readonly admit: (c: RequestContext) => Promise<Caller | Response>;
  /**
   * Counts a request for its key and sets the `RateLimit` headers. Called for a request that does not name its key in
   * `X-API-Key`, such as one for a token; `admit` counts the others itself.
   * @returns the refusal (429) if the key is over its limit
   */
  readonly countRequest: (c: RequestContext, caller: Caller) => Response | undefined;
  /**
   * Refuses a request for a reason other than its key. The key is still checked and counted, otherwise guessing keys
   * would be free.
   */
  readonly refuseAfterKeyCheck: (c: RequestContext, refusal: () => Response) => Promise<Response>;
  readonly refuseWrongKey: (c: RequestContext, refusal: () => Response) => Response;
};

export function createCallerAuthorizer(
  { keys, tokens }: { readonly keys: KeyRing; readonly tokens: TokenIssuer },
  { requestsPerMinute, now }: { readonly requestsPerMinute: number; readonly now: () => number },
): CallerAuthorizer {
  const perKey = rateLimit(requestsPerMinute, now);
  const wrongKeys = rateLimit(maxWrongKeysPerMinute, now);

  async function callerWith(keyOrToken: string): Promise<Caller | undefined> {
    if (keyOrToken === '') return undefined;
    const key = await keys.find(keyOrToken);
    if (key) return callerOf(key);
    const holder = await tokens.verify(keyOrToken);
    return holder && callerOf(holder.key, holder.region);
  }

  function countRequest(c: RequestContext, caller: Caller): Response | undefined {
    c.set('caller', caller);
    const allowance = perKey(caller.id);
    Object.assign(c.get('headers'), {
      ratelimit: `"key";r=${allowance.remaining};t=${allowance.resetSeconds}`,
      'ratelimit-policy': `"key";q=${requestsPerMinute};w=${windowSeconds}`,
    });
    return allowance.isOver ? createTooManyRequestsResponse(c, allowance.resetSeconds) : undefined;
  }

  function refuseWrongKey(c: RequestContext, refusal: () => Response): Response {
    const { remoteAddress } = connectionOf(c);
    // A request without an address comes from another Lambda function of the stage. All others have the caller's
    // address, from the gateway or from the connection.
    if (remoteAddress === undefined) return refusal();
    const { isOver, resetSeconds } = wrongKeys(remoteAddress);
    return isOver ? createTooManyRequestsResponse(c, resetSeconds) : refusal();
  }

  async function admitOr(c: RequestContext, refusal: () => Response): Promise<Caller | Response> {
    const presented = c.req.header('X-API-Key');
    if (presented === undefined) return refusal();
    const caller = await callerWith(presented);
    return caller ? (countRequest(c, caller) ?? caller) : refuseWrongKey(c, refusal);
  }

  return {
    admit: (c) => admitOr(c, () => createRefusalResponse(c, httpRefusals.unauthorized)),
    countRequest,
    async refuseAfterKeyCheck(c, refusal) {
      const admitted = await admitOr(c, refusal);
      return admitted instanceof Response ? admitted : refusal();
    },
    refuseWrongKey,
  };
}

export function callerOf({ id, name, projects }: ValidApiKey, region?: Region): Caller {
  return { id, name, scope: projects, region };
}

const windowSeconds = 60;
const maxRateLimitedNames = 100_000;

type Allowance = {
  readonly isOver: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
};

/** Counts requests by name, in fixed windows of a minute. @param now milliseconds since 1970 */
function rateLimit(max: number, now: () => number): (name: string) => Allowance {
  let current = 0;
  const taken = new Map<string, number>();
  return (name) => {
    const seconds = now() / 1_000;
    const window = Math.floor(seconds / windowSeconds);
    if (window !== current || taken.size > maxRateLimitedNames) taken.clear();
    current = window;
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    const resetSeconds = Math.max(1, Math.ceil((window + 1) * windowSeconds - seconds));
    return { isOver: count > max, remaining: Math.max(0, max - count), resetSeconds };
  };
}
