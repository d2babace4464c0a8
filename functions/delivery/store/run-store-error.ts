/** An object of the run store that cannot be read, or a run store that does not do as it says. */
export class RunStoreError extends Error {
  override readonly name = 'RunStoreError';
  readonly key: string;

  constructor(message: string, details: { readonly key: string; readonly cause?: unknown }) {
    super(message, { cause: details.cause });
    this.key = details.key;
  }
}
