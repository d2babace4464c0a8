import { shortListText } from '#base/text/one-line.ts';
import { nearestCandidates } from '#config/nearest.ts';
import { type Programme, ProgrammeError } from '#programme/programme.ts';
import type { MappingReportBuilder } from './import-report.ts';
import type { Mapping } from './mapping.ts';
import { columnsOfRule } from './resolve-value.ts';

const shownNames = 20;

/**
 * Checks that the file has the codes, fields and columns that the mapping names. A missing one is only reported,
 * because a later export may leave out what nobody uses.
 * @throws ProgrammeError if a table lacks the column of the ids, the starts or the finishes
 */
export function checkMappingNamesExist(
  programme: Programme,
  mapping: Mapping,
  report: MappingReportBuilder,
): void {
  const isTable = programme.table !== undefined;
  if (isTable) checkColumns(programme, mapping);
  const asked = new Map(findNamedCodesAndFields(mapping).map((found) => [found.join(' '), found]));
  for (const [kind, name] of asked.values()) {
    const known = kind === 'code' ? programme.codes : programme.fields;
    if (known.includes(name)) continue;
    const word = kind === 'code' ? kind : isTable ? 'column' : 'user field';
    report.missingName(
      `The file has no ${word} ${JSON.stringify(name)}, which the mapping names; ${availableNamesText(name, known)}`,
    );
  }
}

/** Properties of rules, and of dates, that name a field of the file. */
const propertiesNamingFields = [
  'udf',
  'column',
  'start',
  'finish',
  'actualStart',
  'actualFinish',
  'remainingStart',
];
/** Properties with keys that the planner chooses. */
const propertiesWithOwnKeys = ['values', 'resources'];

/** The codes and fields that a mapping, or a property of it, names. */
export function findNamedCodesAndFields(
  value: unknown,
  property = '',
): readonly (readonly ['code' | 'field', name: string])[] {
  if (typeof value === 'string') {
    if (property === 'code') return [[property, value]];
    return propertiesNamingFields.includes(property) ? [['field', value]] : [];
  }
  if (typeof value !== 'object' || value === null || propertiesWithOwnKeys.includes(property)) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    findNamedCodesAndFields(each, Array.isArray(value) ? property : key),
  );
}

function checkColumns({ fields, table, likelyEncoding }: Programme, { id, dates }: Mapping): void {
  const ids = typeof id === 'object' && id.else ? [] : columnsOfRule(id);
  const { start, finish } = dates === 'current' ? {} : dates;
  const needed = [
    ...ids.map((column) => ['id', column] as const),
    ['start', start],
    ['finish', finish],
  ] as const;
  for (const [property, column] of needed) {
    if (column === undefined || fields.includes(column)) continue;
    const encoding =
      likelyEncoding && `If the headings look wrong, write encoding: ${likelyEncoding.label}. `;
    throw new ProgrammeError(`the table has no column ${JSON.stringify(column)} for the ${property}`, {
      remedy: `${encoding ?? ''}Correct the mapping, or the headings in row ${table?.headerRow ?? 1}; ${availableNamesText(column, fields)}`,
    });
  }
}

function availableNamesText(wanted: string, known: readonly string[]): string {
  if (known.length === 0) return 'it has none.';
  const list = `it has: ${shortListText(known, shownNames)}.`;
  const meant = nearestCandidates(wanted, known)[0];
  return meant === undefined ? list : `${list} Did you mean ${JSON.stringify(meant)}?`;
}
