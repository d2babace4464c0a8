/** The file name of a workbook: `Riverside Tower – Weekly lookahead 2026-W48 rev 1 – Pile Co.xlsx`. */

import { sha256Of } from '../../base/digest.ts';
import { type Window, windowWeekName } from '../../lookahead/dates/window.ts';
import type { Audience } from '../../lookahead/tasks/select.ts';

/** UTF-8 bytes each, so that the whole name stays well under the 255 that file systems allow. */
const maxProjectLength = 70;
const maxReportLength = 50;
const maxAudienceLength = 80;

/**
 * The names of a report's workbooks, one for each audience in order. Names have only characters that every file
 * system allows, and no two are the same, even on one that ignores case: where two audiences have the same name, each
 * file name ends in letters of its own, which do not depend on the other audiences.
 */
export function workbookFileNames(
  named: { readonly project: { readonly name: string }; readonly report: { readonly name: string } },
  issue: { readonly window: Window; readonly number: number },
  audiences: readonly Audience[],
): readonly string[] {
  const project = fileNamePart(named.project.name, maxProjectLength) || 'Project';
  const report = fileNamePart(named.report.name, maxReportLength) || 'Report';
  const start = `${project} – ${report} ${windowWeekName(issue.window)} rev ${issue.number}`;
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
  return fileNamePart(audience.name, maxAudienceLength) || audience.kind;
}

/** Six letters and digits, derived from the audience's id alone. */
function mark(audience: Audience): string {
  const identity = audience.kind === 'everyone' ? audience.kind : `${audience.kind}/${audience.id}`;
  return sha256Of(identity).slice(0, 6);
}

/** A text without the characters that file names cannot have, in one Unicode form, cut between characters. */
function fileNamePart(text: string, maxBytes: number): string {
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    // Separators and the characters that Windows forbids; control characters, line breaks and direction marks.
    .replaceAll(/[\\/<>:"|?*]/g, '-')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
  let cut = '';
  for (const { segment } of new Intl.Segmenter('en').segment(clean)) {
    if (Buffer.byteLength(cut + segment) > maxBytes) break;
    cut += segment;
  }
  return cut.replace(/[. ]+$/, '');
}
