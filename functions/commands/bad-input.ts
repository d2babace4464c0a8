/** What was asked for cannot be: a wrong option, name or file. Nothing was done. Exit code 2. */
export class BadInput extends Error {
  override readonly name = 'BadInput';
}
