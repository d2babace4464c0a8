export type FreshCache<Value> = {
  /**
   * Returns the value of that name, which was loaded at most `maxAge` ago.
   * @param load loads the value; its argument is the previous value, if there is one. A failure is not cached
   */
  readonly get: (
    name: string,
    load: (before: Promise<Value> | undefined) => Promise<Value>,
  ) => Promise<Value>;
  /** Removes the value, so that the next use loads it again. */
  readonly forget: (name: string) => void;
};

type Entry<Value> = {
  readonly askedAt: number;
  readonly value: Promise<Value>;
  isLoaded: boolean;
  next: Entry<Value> | undefined;
};

/**
 * A cache of values that change elsewhere. Stale-while-revalidate: after half of `maxAge`, it still returns the value,
 * but reloads it in the background, so that nobody waits for a value in steady use.
 * @param options.maxAge milliseconds
 * @param options.max maximum number of values; the one loaded longest ago is evicted
 * @param options.now milliseconds since 1970
 */
export function createFreshCache<Value>({
  maxAge,
  max,
  now,
}: {
  readonly maxAge: number;
  readonly max: number;
  readonly now: () => number;
}): FreshCache<Value> {
  const kept = new Map<string, Entry<Value>>();

  function storeEntry(name: string, entry: Entry<Value>): void {
    kept.delete(name);
    kept.set(name, entry);
    const [oldest] = kept.keys();
    if (kept.size > max && oldest !== undefined) kept.delete(oldest);
  }

  function startLoading(
    name: string,
    load: (before: Promise<Value> | undefined) => Promise<Value>,
    before: Entry<Value> | undefined,
  ): Entry<Value> {
    const entry: Entry<Value> = {
      askedAt: now(),
      value: load(before?.value),
      isLoaded: false,
      next: undefined,
    };
    if (before) before.next = entry;
    else storeEntry(name, entry);
    entry.value.then(
      () => {
        entry.isLoaded = true;
        if ((kept.get(name)?.askedAt ?? 0) <= entry.askedAt) storeEntry(name, entry);
      },
      () => {
        if (kept.get(name) === entry) kept.delete(name);
        if (before?.next === entry) before.next = undefined;
      },
    );
    return entry;
  }

  const age = ({ askedAt }: Entry<Value>) => now() - askedAt;
  return {
    forget: (name) => void kept.delete(name),
    get(name, load) {
      const entry = kept.get(name);
      if (entry && age(entry) < maxAge) {
        if (entry.isLoaded && age(entry) >= maxAge / 2 && !entry.next) startLoading(name, load, entry);
        return entry.value;
      }
      const next = entry?.next;
      return next && age(next) < maxAge ? next.value : startLoading(name, load, entry).value;
    },
  };
}
