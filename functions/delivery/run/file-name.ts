/** What a workbook is called: `Riverside Tower lookahead 2026-W48 issue 1 – Pile Co.xlsx`. */

import { createHash } from 'node:crypto';
import { type Window, windowWeekName } from '../../lookahead/dates/window.ts';
import type { Audience } from '../../lookahead/tasks/audience.ts';

/** UTF-8 bytes each, so that the whole stays well under the 255 that file systems take. */
const longestProject = 80;
const longestAudience = 80;

/**
 * The names of a report's workbooks, one for each audience in order. Names are made of what every file system
 * takes, and no two are the same, even where upper and lower case are one: where two audiences are called
 * alike, each name ends in letters of its own, which do not depend on the other audiences.
 */
export function workbookFileNames(
  projectName: string,
  issue: { readonly window: Window; readonly number: number },
  audiences: readonly Audience[],
): readonly string[] {
  const start = `${fileNamePart(projectName, longestProject) || 'Project'} lookahead ${windowWeekName(issue.window)} issue ${issue.number}`;
  const parts = audiences.map(audiencePart);
  const folded = parts.map((part) => part.toLowerCase());
  return audiences.map((audience, index) => {
    const part = parts[index] ?? '';
    const alike = folded.filter((other) => other === folded[index]).length > 1;
    const ending = alike ? ` (${mark(audience)})` : '';
    return `${start}${part === '' ? '' : ` – ${part}`}${ending}.xlsx`;
  });
}

function audiencePart(audience: Audience): string {
  if (audience.kind === 'everyone') return '';
  return fileNamePart(audience.name, longestAudience) || audience.kind;
}

/** Six letters and digits that come from the audience's id alone. */
function mark(audience: Audience): string {
  const identity = audience.kind === 'everyone' ? audience.kind : `${audience.kind}/${audience.id}`;
  return createHash('sha256').update(identity).digest('hex').slice(0, 6);
}

/** The part of a text that a file name can bear, in one Unicode form, cut at whole characters. */
function fileNamePart(text: string, longest: number): string {
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    // Separators and the characters that no Windows name has; controls, line ends and direction marks.
    .replaceAll(/[\\/<>:"|?*]/g, '-')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
  let cut = '';
  for (const { segment } of new Intl.Segmenter('en').segment(clean)) {
    if (Buffer.byteLength(cut + segment) > longest) break;
    cut += segment;
  }
  return cut.replace(/[. ]+$/, '');
}
