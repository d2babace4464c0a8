/** Sheet names that every application accepts. */
import { cutText, legalText } from './xml-text.ts';

const maxNameLength = 31;
const notAllowed = /[[\]:*?/\\]/g;
const outerApostrophes = /^['\s]+|['\s]+$/g;

/** Excel reserves this name. */
const reserved = 'history';

function legalName(name: string): string {
  const cleaned = legalText(name).replace(notAllowed, '-').replace(/\s+/g, ' ');
  const short = cutText(cleaned.replace(outerApostrophes, ''), maxNameLength, '').replace(
    outerApostrophes,
    '',
  );
  return short === '' ? 'Sheet' : short;
}

/** Two names that differ in case alone are one name to a spreadsheet. */
function nameKey(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase();
}

/**
 * The names made valid for sheets, in the same order: without `[]:*?/\` and control characters, at most 31
 * UTF-16 units, not beginning or ending in an apostrophe, unique whatever their case, and not `History`. Legal
 * names stay as they are.
 */
export function legalSheetNames(names: readonly string[]): string[] {
  const taken = new Set([reserved]);
  return names.map((name) => {
    const wanted = legalName(name);
    let unique = wanted;
    for (let count = 2; taken.has(nameKey(unique)); count += 1) {
      const suffix = ` (${count})`;
      unique = cutText(wanted, maxNameLength - suffix.length, '') + suffix;
    }
    taken.add(nameKey(unique));
    return unique;
  });
}

/** `'O''Brien'`: a sheet's name as formulas, links and defined names write it before `!`. */
export function sheetReference(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}
