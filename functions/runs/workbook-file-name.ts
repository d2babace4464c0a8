import { sha256Of } from '#base/digest.ts';
import { type Window, windowWeekName } from '#lookahead/dates/window.ts';
import type { Audience } from '#lookahead/tasks/select-tasks.ts';

/**
 * Maximum lengths of the parts of a file name, in UTF-8 bytes: a whole name stays below 255, the limit of file systems.
 */
const maxProjectLength = 70;
const maxReportLength = 50;
const maxAudienceLength = 80;

/**
 * `Riverside Tower – Weekly lookahead 2026-W48 rev 1 – Pile Co.xlsx`: one name per audience, in order, with only
 * characters that every file system allows. Audiences with equal names, ignoring case, get a suffix that depends only
 * on the audience itself.
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
    const ending = alike ? ` (${audienceDigest(audience)})` : '';
    return `${start}${part === '' ? '' : ` – ${part}`}${ending}.xlsx`;
  });
}

function audiencePart(audience: Audience): string {
  if (audience.kind === 'everyone') return '';
  return fileNamePart(audience.name, maxAudienceLength) || audience.kind;
}

/** Six hexadecimal digits, derived from the audience's id. */
function audienceDigest(audience: Audience): string {
  const identity = audience.kind === 'everyone' ? audience.kind : `${audience.kind}/${audience.id}`;
  return sha256Of(identity).slice(0, 6);
}

function fileNamePart(text: string, maxBytes: number): string {
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    // Separators and what Windows forbids; then control characters, line breaks and direction marks.
    .replaceAll(/[\\/<>:"|?*]/g, '-')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
  let start = '';
  for (const { segment } of new Intl.Segmenter('en').segment(clean)) {
    if (Buffer.byteLength(start + segment) > maxBytes) break;
    start += segment;
  }
  return start.replace(/[. ]+$/, '');
}
