/**
 * Replaces packages that others load but never call: the archiver's file patterns and its tar format. A workbook is
 * a single zip and needs neither.
 */
export function sync(): never {
  throw new Error(
    'This package is not part of the bundle. Remove it from the replacements in infra/write-bundle.ts.',
  );
}
