/**
 * Takes the place of packages that are loaded with others and never called: the archiver's patterns of files and
 * its tar format, of which a workbook, which is one zip, needs neither.
 */
export function sync(): never {
  throw new Error('This package is not part of the bundle.');
}
