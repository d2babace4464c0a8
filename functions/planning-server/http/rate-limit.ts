/** Counts requests in fixed windows of a minute. */

const windowSeconds = 60;
/** Names that are counted at most; beyond, counting begins again, so that memory stays flat. */
const maxNames = 100_000;

export type RateLimit = {
  /** Counts one request. */
  readonly take: (name: string) => Allowance;
};

export type Allowance = {
  readonly isOver: boolean;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly reset: number;
};

/** @param now milliseconds since 1970 */
export function rateLimit(max: number, now: () => number): RateLimit {
  let current = 0;
  const taken = new Map<string, number>();
  return {
    take(name) {
      const seconds = now() / 1_000;
      const window = Math.floor(seconds / windowSeconds);
      if (window !== current || taken.size > maxNames) taken.clear();
      current = window;
      const count = (taken.get(name) ?? 0) + 1;
      taken.set(name, count);
      const reset = Math.max(1, Math.ceil((window + 1) * windowSeconds - seconds));
      return { isOver: count > max, remaining: Math.max(0, max - count), reset };
    },
  };
}

/** The value of `RateLimit-Policy`. */
export function policyText(name: string, max: number): string {
  return `"${name}";q=${max};w=${windowSeconds}`;
}

/** The value of `RateLimit`. */
export function allowanceText(name: string, { remaining, reset }: Allowance): string {
  return `"${name}";r=${remaining};t=${reset}`;
}
