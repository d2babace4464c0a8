/**
 * Objects that are numbered 1, 2, 3 …, so that no clock decides their order: a clock may be ahead, or be that of
 * another machine.
 */
import type { ObjectStore } from './object-store.ts';
import type { ObjectEncoding } from './objects.ts';

/** The same number for both placeholders of a key: `{number}` is padded with zeros, `{n}` is not. */
type Numbered = { readonly number: number; readonly n: number };
type Store = Pick<ObjectStore, 'get' | 'list' | 'putOnce'>;

/**
 * Creates the next numbered object. If another process was first, it lists the objects and calls `next` again.
 * @param given the other parameters of its key
 * @param next returns the content from the latest number (0 if there is none), or undefined if there is nothing to add
 * @param known the latest number, if the caller has just listed the objects
 * @returns the number that was created, or else the latest
 * @throws the error of `form.absentError` if the object exists but is not listed: otherwise the loop would never end
 */
export async function appendNumberedObject<Given extends object, Value>(
  kind: {
    readonly form: ObjectEncoding;
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
