/** An object of the register that cannot be read, or a register that does not do as it says. */
export class RegisterError extends Error {
  override readonly name = 'RegisterError';
  readonly key: string;

  constructor(message: string, details: { readonly key: string; readonly cause?: unknown }) {
    super(message, { cause: details.cause });
    this.key = details.key;
  }
}
