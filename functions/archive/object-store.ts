/**
 * A write-once object store. It knows keys and bytes, not reports. What has happened is the set of keys that
 * exist, so nothing is ever changed or deleted.
 */
export interface ObjectStore {
  /**
   * Creates the object; its content is whole or absent, even if the process dies in the middle.
   * @returns 'exists', and leaves the object as it is, where the key is taken
   */
  putOnce(key: string, body: Uint8Array, contentType: string): Promise<'created' | 'exists'>;
  /** The object's bytes, or undefined where there is none. */
  get(key: string): Promise<Uint8Array | undefined>;
  /**
   * The keys that begin with the prefix, in code-point order.
   * @param options.after only those that come after this text in that order; it need not be a key
   */
  list(prefix: string, options?: { readonly after?: string }): Promise<readonly string[]>;
  /** An address under which a person can open the object: a file URL here, an expiring link in the cloud. */
  link(key: string): Promise<string>;
}
