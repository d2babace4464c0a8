/** The name a workbook is stored and mailed under. */
import type { Lookahead } from '../lookahead/lookahead.ts';
import { windowWeekName } from '../lookahead/window.ts';

/** Bytes of the whole name: file systems hold 255, and mail headers and paths want some of it. */
const mostBytes = 150;
const extension = '.xlsx';
/** A name that could be taken for another's mark gets one of its own. */
const looksMarked = / ~[0-9a-z]{7}$/;
/** Names that Windows keeps for devices, whatever their extension. */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$| )/i;
// Control and formatting characters (line ends, directional marks) and what a file system or a shell reads.
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]/gu;

/**
 * `<Project> lookahead <year>-W<week> issue <n>[ – <audience>].xlsx`. What a file system does not take is
 * replaced; a name that had to be changed ends in a short mark of what it was, so that two names never meet.
 */
export function workbookFileName(
  lookahead: Pick<Lookahead, 'project' | 'window' | 'issue' | 'audience'>,
): string {
  const { project, window, issue, audience } = lookahead;
  const middle = ` lookahead ${windowWeekName(window)} issue ${issue.number}`;
  const ending = audience.kind === 'everyone' ? '' : ` – ${audience.name}`;
  const wished = project.name + middle + ending;
  const clean = `${cleanPart(project.name)}${middle}${ending === '' ? '' : ` – ${cleanPart(ending.slice(3))}`}`;
  const safe = reserved.test(clean) ? `_${clean}` : clean;
  if (safe === wished && !looksMarked.test(wished) && byteLength(safe) <= mostBytes - extension.length)
    return safe + extension;
  const mark = ` ~${shortHash(JSON.stringify([project.name, audience]))}`;
  const room = mostBytes - extension.length - byteLength(mark) - byteLength(middle);
  const project_ = cutToBytes(
    cleanPart(project.name),
    Math.max(20, ending === '' ? room : Math.floor(room / 2)),
  );
  const cutEnding =
    ending === ''
      ? ''
      : ` – ${cutToBytes(cleanPart(ending.slice(3)), room - byteLength(project_) - byteLength(' – '))}`;
  const cut = project_ + middle + cutEnding + mark + extension;
  return reserved.test(cut) ? `_${cut}` : cut;
}

/** Never empty, never begins or ends with a blank or a point. */
function cleanPart(text: string): string {
  const clean = text
    .normalize('NFC')
    .replaceAll(forbidden, '-')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\.{2,}/g, '.')
    .replaceAll(/^[\s.~-]+|[\s.]+$/g, '');
  return clean === '' ? 'unnamed' : clean;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Whole characters, as many as fit. */
function cutToBytes(text: string, bytes: number): string {
  let cut = '';
  let used = 0;
  for (const character of text) {
    used += byteLength(character);
    if (used > bytes) break;
    cut += character;
  }
  return cut.trimEnd();
}

/** FNV-1a, 32 bits, in base 36: stable, short, and no secret. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash.toString(36).padStart(7, '0');
}
