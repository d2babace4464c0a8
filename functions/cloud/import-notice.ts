/** The words of the mail about an import. */
import type { LookaheadError } from '../base/lookahead-error.ts';
import { commandText } from '../base/shell.ts';
import { countText } from '../lookahead/text/quantity-text.ts';
import type { NoticeLine, writeNotice } from '../mail/notice-layout.ts';
import type { ProjectReference } from '../planning-server/stores/store.ts';
import { importReportText } from '../programme/import-report-text.ts';
import type { ImportResult } from '../programme/import-result.ts';
import { ImportRefused } from '../programme/import-result.ts';

const reason =
  'You get this mail because lookahead.yaml names you as the contact of a report of the project, and a file of it was put into the inbox.';

export type Imported = {
  /** The file's name. */
  readonly file: string;
  readonly project: ProjectReference;
  /** Where versions are stored, as the import command takes it. */
  readonly place: string;
} & ({ readonly result: ImportResult } | { readonly refusal: LookaheadError });

export function importNotice(imported: Imported): Parameters<typeof writeNotice>[0] {
  return 'result' in imported ? noticeOfResult(imported) : noticeOfRefusal(imported);
}

function noticeOfResult({
  file,
  result,
}: Imported & { readonly result: ImportResult }): ReturnType<typeof importNotice> {
  const { name } = result.project;
  const { changes, problems } = result.report;
  const rejected = problems.filter(({ kind }) => kind === 'rejected').length;
  const news = [
    `${changes.added.length} added`,
    `${changes.removed.length} removed`,
    `${changes.moved.length} moved`,
    ...(rejected > 0 ? [`${countText(rejected, 'row')} left out`] : []),
  ].join(', ');
  return {
    title:
      result.outcome === 'unchanged'
        ? `${name}: ${file} is version ${result.version} already`
        : `${name}: ${file} is version ${result.version} (${news})`,
    lines: importReportText(result).flatMap(lineOf),
    reason,
  };
}

/** The report's list entries are indented. */
function lineOf(line: string): readonly NoticeLine[] {
  if (line.trim() === '') return [];
  return [{ kind: line.startsWith('  ') ? 'item' : 'text', text: line.trim() }];
}

/** The remedy stands first in the mail. */
function withoutRemedy({ message, remedy }: LookaheadError): string {
  return message.endsWith(remedy) ? message.slice(0, -remedy.length).trimEnd() : message;
}

function noticeOfRefusal({
  file,
  project: { region, projectId },
  place,
  refusal,
}: Imported & { readonly refusal: LookaheadError }): ReturnType<typeof importNotice> {
  const project = `${region}/${projectId}`;
  const text = (line: string): NoticeLine => ({ kind: 'text', text: line });
  const command = commandText(['import', file, '--project', project, '--to', place, '--force']);
  return {
    title: `${project}: ${file} was not imported`,
    lines: [
      text(`What to do first: ${refusal.remedy}`),
      text(withoutRemedy(refusal)),
      text('Nothing was stored. The version before, if there is one, is still served.'),
      ...(refusal instanceof ImportRefused ? [{ kind: 'command', text: command } as const] : []),
    ],
    reason,
  };
}
