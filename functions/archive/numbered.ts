/** Objects that are numbered 1, 2, 3 …: a clock that was ahead, or that of another machine, must not decide their order. */
import type { ObjectStore } from './object-store.ts';
import type { ObjectForm } from './objects.ts';

/** Filled up with zeros in a key (`{number}`), or not (`{n}`). */
type Numbered = { readonly number: number; readonly n: number };
type Store = Pick<ObjectStore, 'get' | 'list' | 'putOnce'>;

/**
 * Creates the next one. If another process was first, what is there is read, and decided, again.
 * @param given the other parameters of its key
 * @param next decides what it says, from the latest number, 0 for none; undefined if there is nothing to add
 * @param known the latest number, if it was listed a moment ago
 * @returns the number that was created, or else the latest
 * @throws the error of the form if an object that exists is not listed, which would repeat this for ever
 */
export async function appendNumbered<Given extends object, Value>(
  kind: {
    readonly form: ObjectForm;
    readonly key: (values: Given & Numbered) => string;
    readonly list: (store: Store, given: Given) => Promise<readonly Partial<Numbered>[]>;
    readonly create: (store: Store, values: Given & Numbered, value: Value) => Promise<'created' | 'exists'>;
  },
  store: Store,
  given: Given,
  next: (latest: number) => Promise<Value | undefined>,
  known?: number,
): Promise<number> {
  const listed = async () =>
    Math.max(0, ...(await kind.list(store, given)).map(({ number, n }) => number ?? n ?? 0));
  for (let latest = known ?? (await listed()); ; ) {
    const value = await next(latest);
    if (value === undefined) return latest;
    const n = latest + 1;
    const values = { ...given, number: n, n };
    if ((await kind.create(store, values, value)) === 'created') return n;
    latest = await listed();
    if (latest < n) throw kind.form.absentError(kind.key(values));
  }
}
