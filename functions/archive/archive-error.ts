/** What an object store throws: the key it was about, the system's own code, and what to do about it. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
  readonly key: string;
  /** The code of the system or service, such as `ENOSPC` or `AccessDenied`; `key` where the key itself cannot be used. */
  readonly code: string;

  constructor(
    message: string,
    details: { readonly key: string; readonly code: string; readonly cause?: unknown },
  ) {
    super(message, { cause: details.cause });
    this.key = details.key;
    this.code = details.code;
  }
}
