import { plainText } from '../../../base/text/plain-text.ts';
import { type KnownStatus, knownStatus, normalizeWord } from '../../../planning/contract/words.ts';
import type { Programme } from '../../programme.ts';
import { isMilestoneType, shareOfStatus } from '../columns/status-and-percent-complete.ts';
import { yamlList, yamlText } from '../mapping.ts';
import { writtenPercent } from '../written-number.ts';
import { writtenAnswer } from '../written-status.ts';
import { type Dates, dataDateLine, datesLines, datesOf, durationLines } from './date-lines.ts';
import { columnOf, isOfRows, type Source, sourceLine, sourceNamed } from './find-source.ts';
import { type Inspection, isMostly, type NamedValues } from './inspect-programme.ts';
import { listLines } from './list-lines.ts';
import { hasWords, whyEmpty } from './unfit-values.ts';

/** Comments on how the file was read: other projects, heading row, worksheet, separator, text around the rows. */
export function fileNotes({ table, problems }: Programme): readonly string[] {
  const notes = problems.filter(({ line }) => line === undefined).map(({ text }) => text);
  const first =
    table === undefined || table.above.length > 0
      ? []
      : [
          `The headings are taken from row ${table.headerRow}. If they are in another row, name it, such as headerRow: ${table.headerRow + 1}.`,
        ];
  return [...first, ...notes];
}

export function tableLines(inspection: Inspection): readonly string[] {
  const { programme } = inspection;
  const dates = datesOf(inspection);
  const identity = identityOf(inspection, dates);
  const { table } = programme;
  return [
    ...settingLine('sheet', table?.sheet),
    ...identityLines(identity),
    ...datesLines(inspection, dates),
    ...dataDateLine(inspection),
    ...durationLines(inspection, dates),
    ...sourceLine(
      'remainingDuration',
      columnOf(inspection, 'duration', { versions: ['remaining'], fits: () => true }),
    ),
    ...progressLines(inspection),
    ...typeLines(inspection),
    ...sourceLine('outlineLevel', outlineColumn(inspection, identity.id)),
    ...sourceLine('notes', sourceNamed(inspection, notes, hasWords) ?? sourceNamed(inspection, notes)),
    ...listLines(inspection),
  ];
}

/** The column of levels; else one of outline numbers, different in each row, that is not the id. */
function outlineColumn(inspection: Inspection, id: NamedValues | undefined): Source | undefined {
  return (
    sourceNamed(
      inspection,
      /^outline ?level$|^gliederungsebene$|^niveau hierarchique$|^nivel de esquema$|^poziom konspektu$/,
    ) ??
    sourceNamed(
      inspection,
      /^(?:wbs|psp)(?:[ -]?code)?$|^outline number$|^gliederungsnummer$|^numero hierarchique$|^numero de esquema$/,
      (found) => found !== id && found.values.length === found.activities && isOutlineNumber(found),
    )
  );
}

const notes = /notes?|comments?|remarks?|bemerkung|remarque|uwagi|opmerking/;

/** Whether the column identifies rows: almost all dated rows have a value, and no two the same. */
function identifiesRows({ activities, values }: NamedValues, rows: number): boolean {
  return activities >= rows * 0.9 && values.length >= activities * 0.95;
}

const minCounted = 5;

export function settingLine(property: string, text: string | undefined): readonly string[] {
  return text === undefined ? [] : [`${property}: ${yamlText(text)}`];
}

type Identity = {
  readonly id: NamedValues | undefined;
  readonly title: NamedValues | undefined;
  readonly comment: string;
};

export function identityOf({ fields }: Inspection, dates: Dates): Identity {
  const rows = Math.max(
    0,
    ...fields.filter(({ name }) => name === dates.start).map((field) => field.activities),
  );
  const isWhole = ({ meaning }: NamedValues) => Number(meaning?.version === 'whole');
  const having = fields.filter(isOfRows).toSorted((one, other) => isWhole(one) - isWhole(other));
  const titles = having.filter((field) => field.meaning?.kind === 'title' && whyEmpty(field) === undefined);
  const named = titles.filter((field) => !isNumbered(field));
  // A name or description says more than a word such as Work.
  const title =
    named.find(({ name }) => /name|nom|desc|libell|bezeichn|beschreib|nazwa|opis|title/i.test(name)) ??
    named[0];
  // A heading such as Item may stand above numbers.
  const ids = [
    ...having.filter(({ meaning }) => meaning?.kind === 'id'),
    ...titles.filter((field) => isNumbered(field) && identifiesRows(field, rows)),
  ];
  const apart = ids.filter((field) => identifiesRows(field, rows));
  const lasting = apart.find(({ name }) => /unique|uid|code|activity|task|kennung/i.test(name));
  const known = lasting ?? apart.find((field) => !isOutlineNumber(field)) ?? apart[0] ?? ids[0];
  const id = known ?? title ?? fields.find(({ name }) => name !== dates.start && name !== dates.finish);
  const isCount =
    id !== undefined &&
    id.values.length >= minCounted &&
    id.values.every(({ value }, at) => value === `${at + 1}`);
  const comment =
    known === undefined
      ? 'no heading says that it is of ids'
      : isCount
        ? 'numbers of rows: an inserted row changes those below it; name a column that stays, if there is one'
        : '';
  return { id, title, comment };
}

export function identityLines({ id, title, comment }: Identity): readonly string[] {
  if (id === undefined) return [];
  const titleLines = title
    ? sourceLine('title', ['column', title])
    : ['# title: { column: … } # name the column of the titles: no heading says which it is'];
  return [...sourceLine('id', ['column', id], { comment }), ...titleLines];
}

function isOutlineNumber(found: NamedValues): boolean {
  return (
    found.values.some(({ value }) => /^\d+\.\d/.test(value)) &&
    isMostly(found, (value) => /^\d+(?:\.\d+)*\.?$/.test(value))
  );
}

function isNumbered(found: NamedValues): boolean {
  return isMostly(found, (value) => /^[A-Z]{0,2}\d+(?:[.-]\d+)*\.?$/i.test(value));
}

function progressLines(inspection: Inspection): readonly string[] {
  const percent = columnOf(inspection, 'percentComplete', {
    versions: [undefined, 'current', 'actual', 'whole'],
    fits: (found) => isOfRows(found) && isMostly(found, (value) => writtenPercent(value, 100) !== undefined),
  });
  const status = columnOf(inspection, 'status');
  const isAnswer = (found: NamedValues) =>
    isOfRows(found) && isMostly(found, (value) => writtenAnswer(value) !== undefined);
  const answer = columnOf(inspection, 'percentComplete', { fits: isAnswer });
  return [
    ...sourceLine('percentComplete', percent),
    ...(status === undefined ? statusLine(answer, statusOfAnswer) : statusLine(status, knownStatus)),
  ];
}

function statusOfAnswer(value: string): KnownStatus | undefined {
  const isDone = writtenAnswer(value);
  return isDone === undefined ? undefined : isDone ? 'complete' : 'planned';
}

function statusLine(
  source: Source | undefined,
  wordOf: (value: string) => KnownStatus | undefined,
): readonly string[] {
  const values = source?.[1].values.map(({ value }) => value) ?? [];
  const words = [...new Map(values.map((value) => [normalizeWord(value), value])).values()];
  const known = words.filter((value) => wordOf(value) !== undefined);
  const unknown = words.filter((value) => !known.includes(value) && shareOfStatus(value) === undefined);
  const listed = known.map((value) => `${yamlText(value)}: ${wordOf(value)}`).join(', ');
  return sourceLine('status', source, {
    ...(listed !== '' && { more: `, values: { ${listed} }` }),
    ...(unknown.length > 0 && {
      comment: `add to values what these words mean: ${unknown.slice(0, 12).join(', ')}`,
    }),
  });
}

const noTask = /^(?:level of effort|wbs summary|hammock|summary|sammelvorgang|recapitulati(?:f|ve)|resumen)$/;

function typeLines(inspection: Inspection): readonly string[] {
  const isNoTask = (value: string) => noTask.test(plainText(value));
  const isYes = (value: string) => value === '1' || writtenAnswer(value) === true;
  const lines = (pattern: RegExp, isSkipped: (value: string) => boolean, isKnown = isSkipped) => {
    const source = sourceNamed(inspection, pattern, (found) =>
      found.values.some(({ value }) => isKnown(value)),
    );
    const skipped = source?.[1].values.map(({ value }) => value).filter(isSkipped) ?? [];
    return source === undefined
      ? undefined
      : [...sourceLine('type', source), `skip: ${yamlList(['summary', ...skipped])}`];
  };
  return (
    lines(
      /^(?:activity |task |vorgangs)?(?:type|art)$/,
      isNoTask,
      (value) => isNoTask(value) || isMilestoneType(value),
    ) ??
    lines(/^(?:summary|sammelvorgang|recapitulative)$/, isYes) ??
    lines(/^(?:active|aktiv|actif|activa|attiva)$/, (value) => writtenAnswer(value) === false) ??
    []
  );
}
