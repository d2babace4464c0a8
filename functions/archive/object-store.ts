import { type ErrorDetails, LookaheadError } from '#base/lookahead-error.ts';

/** A write-once object store: no object is ever changed or deleted through it. */
export interface ObjectStore {
  /**
   * Creates the object: complete or not at all, even if the process is killed meanwhile.
   * @returns 'exists' if the key exists; its object stays unchanged
   */
  putOnce(key: string, body: Uint8Array, contentType: string): Promise<'created' | 'exists'>;
  get(key: string): Promise<Uint8Array | undefined>;
  /**
   * Lists the keys that begin with the prefix, in code-point order.
   * @param options.after only keys after this text in that order; it need not be a key
   */
  list(prefix: string, options?: { readonly after?: string }): Promise<readonly string[]>;
  /** A URL at which a person can open the object: a file URL on a laptop, an expiring link elsewhere. */
  link(key: string): Promise<string>;
}

/**
 * Removes an object for good; does nothing if it does not exist. Only for kinds with `persons: 'forget'`: every other
 * object is kept as it was written. @throws ArchiveError, and RangeError for values that no key can have
 */
export type RemoveObject = <Values>(
  kind: { readonly persons: 'forget'; readonly key: (values: Values) => string },
  values: Values,
) => Promise<void>;

export class ArchiveError extends LookaheadError {
  override readonly name = 'ArchiveError';
  readonly key: string;
  /** The code of the system or service, such as `ENOSPC` or `AccessDenied`; `key` for an unusable key. */
  readonly code: string;

  constructor(what: string, details: ErrorDetails & { readonly key: string; readonly code: string }) {
    super(what, details);
    this.key = details.key;
    this.code = details.code;
  }
}

export const workbookContentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A store that shows only the objects under a prefix, without it in their keys. @param prefix ends with a slash */
export function createStoreUnderPrefix(store: ObjectStore, prefix: string): ObjectStore {
  return {
    putOnce: (key, body, contentType) => store.putOnce(`${prefix}${key}`, body, contentType),
    get: (key) => store.get(`${prefix}${key}`),
    list: async (start, { after } = {}) => {
      const keys = await store.list(
        `${prefix}${start}`,
        after === undefined ? {} : { after: `${prefix}${after}` },
      );
      return keys.map((key) => key.slice(prefix.length));
    },
    link: (key) => store.link(`${prefix}${key}`),
  };
}
