import { type ErrorDetails, LookaheadError } from '../base/lookahead-error.ts';

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

/** What an object store throws. */
export class ArchiveError extends LookaheadError {
  override readonly name = 'ArchiveError';
  readonly key: string;
  /** The code of the system or service, such as `ENOSPC` or `AccessDenied`; `key` for a key that no store accepts. */
  readonly code: string;

  constructor(what: string, details: ErrorDetails & { readonly key: string; readonly code: string }) {
    super(what, details);
    this.key = details.key;
    this.code = details.code;
  }
}

export const workbookContentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
