import { LookaheadError } from '../../../base/lookahead-error.ts';
import { shortList } from '../../../base/text/short-list.ts';
import { probableShift } from '../../../planning/contract/words.ts';
import type { Programme, ProgrammeCalendar } from '../../programme.ts';
import { namesIn } from '../check-names.ts';
import { counted, percentOf } from '../import-report.ts';
import { mapProgramme } from '../map-programme.ts';
import { type Mapping, parseMapping, usualKinds, yamlList, yamlText } from '../mapping.ts';
import { resourceKindOf } from '../task-resources.ts';
import { datesOf } from './date-lines.ts';
import { sourceNamed } from './find-source.ts';
import { type Inspection, isTable, type NamedValues, type ValueCount } from './inspect-programme.ts';
import { fileNotes, identityLines, identityOf, settingLine, tableLines } from './table-lines.ts';
import { columnsApart, valueLines } from './value-lines.ts';

const formats: Readonly<Record<Programme['format'], string>> = {
  xer: 'Primavera XER',
  mspdi: 'MS Project XML',
  excel: 'Excel workbook',
  csv: 'CSV',
};

/**
 * A mapping that can be used as it is. For a table, the last line says how many tasks the mapping makes, or why none.
 * @param given how the file is to be read, if a mapping says so; the proposal repeats it
 */
export function proposeMapping(
  inspection: Inspection,
  fileName: string,
  given: { readonly encoding?: string | undefined; readonly headerRow?: number | undefined } = {},
): string {
  const { programme } = inspection;
  const { likelyEncoding: likely } = programme;
  const main = isTable(programme)
    ? tableLines(inspection)
    : [`id: ${programme.format === 'xer' ? 'task_code' : 'uid'}`, 'dates: current'];
  const lines = [
    '# yaml-language-server: $schema=functions/programme/mapping/mapping.schema.json',
    '#',
    ...contents(inspection, fileName),
    '',
    ...settingLine('project', programme.project),
    ...settingLine('encoding', given.encoding),
    ...(likely === undefined
      ? []
      : [`encoding: ${likely.label} # by its words: ${oneComment(likely.example)}`]),
    ...(given.headerRow === undefined ? [] : [`headerRow: ${given.headerRow}`]),
    ...main,
    ...shiftLines(inspection),
    ...valueLines(inspection, main),
    ...(isTable(programme) ? [] : ['folder: wbs', ...resourceLines(inspection), ...skipLines(inspection)]),
  ];
  const text = `${lines.join('\n')}\n`;
  if (!isTable(programme)) return text;
  const first = tryMapping(inspection, text);
  const others =
    first.left === 0 ? [] : withOtherIds(inspection, text).map((each) => tryMapping(inspection, each));
  const best = others.reduce((most, each) => (each.tasks > most.tasks ? each : most), first);
  return `${best.text}${best.comments.map((comment) => `# ${oneComment(comment)}\n`).join('')}`;
}

/** For rows with the same id: tries several columns, the name, and several with the name as ids. */
function withOtherIds(inspection: Inspection, text: string): readonly string[] {
  const identity = identityOf(inspection, datesOf(inspection));
  const { id, title = id } = identity;
  const [line = ''] = identityLines(identity);
  if (id === undefined || title === undefined || id.values.length === id.activities) return [];
  const comment = `${oneComment(yamlText(id.name))} alone is the same in several rows`;
  return [id.name, title.name].flatMap((name) => {
    const apart = columnsApart(inspection, name);
    const columns = [yamlText(name), ...(apart === undefined ? [] : [yamlList(apart)])];
    return columns.map((each) => text.replace(line, () => `id: { column: ${each} } # ${comment}`));
  });
}

function unusedColumns({ fields }: Inspection, mapping: Mapping): readonly string[] {
  const { dates } = mapping;
  const used = new Set(namesIn(mapping).map(({ name }) => name));
  if (dates !== 'current') used.add(dates.start).add(dates.finish);
  const unused = fields.filter(({ name, activities }) => activities > 0 && !used.has(name));
  if (unused.length === 0) return [];
  return [
    `No line above uses ${unused.length === 1 ? 'the column' : 'the columns'} ${shortList(
      unused.map(({ name }) => name),
      shownValues,
    )}. Where one is needed, add its line: docs/import.md lists them.`,
  ];
}

function tryMapping(inspection: Inspection, text: string) {
  const { programme } = inspection;
  try {
    const mapping = parseMapping(text, 'mapping');
    const { report } = mapProgramme(programme, mapping, { region: 'gb', projectId: 'table' });
    const rejected = report.problems.filter(({ kind }) => kind === 'rejected').length;
    const left = report.skipped.reduce((sum, { activities }) => sum + activities, rejected);
    const { tasks } = report.counts;
    const rows = programme.activities.length;
    const made = `With this mapping ${counted(rows, 'rows')} ${rows === 1 ? 'becomes' : 'become'} ${counted(tasks, 'tasks')}${left === 0 ? '' : `; ${left} ${left === 1 ? 'is' : 'are'} left out, which a dry run lists`}.`;
    return { text, tasks, left, comments: [...unusedColumns(inspection, mapping), made] };
  } catch (error) {
    if (!(error instanceof LookaheadError)) throw error;
    const comments = [`With this mapping no row becomes a task: ${error.message}`];
    return { text, tasks: 0, left: programme.activities.length, comments };
  }
}

const shownValues = 12;

function contents(inspection: Inspection, fileName: string): readonly string[] {
  const { programme, codes, fields, calendars, resources, types } = inspection;
  const { costs = [] } = programme;
  const all = programme.activities.length;
  const share = (count: number) => `${percentOf(count, all)}% of activities`;
  const name = programme.name === undefined ? '' : `, project ${JSON.stringify(programme.name)}`;
  const dataDate = isTable(programme)
    ? ''
    : `, ${programme.dataDate === undefined ? 'no data date' : `data date ${programme.dataDate.replace('T', ' ')}`}`;
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [`${title}: none`] : [`${title}:`, ...lines.map((line) => `  ${oneComment(line)}`)];
  const named = ({ name: title, activities, values }: NamedValues) =>
    `${yamlText(title)}: ${share(activities)}${activities === 0 ? '' : `; ${valueTexts(values)}`}`;
  return [
    `${oneComment(fileName)}: ${formats[programme.format]}${name}${dataDate}; ${counted(all, 'activities')}, ${counted(programme.folders.length, 'folders')}`,
    ...fileNotes(programme).map(oneComment),
    ...list(
      'types of activities',
      types.map(([type, count]) => `${type}: ${count}`),
    ),
    ...list('activity codes', codes.map(named)),
    ...list(isTable(programme) ? 'columns' : 'user fields', fields.map(named)),
    ...list(
      'calendars',
      calendars.map(({ calendar, activities }) => `${calendarText(calendar)}: ${share(activities)}`),
    ),
    ...list(
      'resources',
      resources.map(
        ({ type, assignments, names }) =>
          `${type}: ${counted(assignments, 'assignments')} of ${names.length}: ${shortList(names, shownValues)}`,
      ),
    ),
    ...(costs.length === 0
      ? []
      : list(
          'resources that are costs, left out unless resources names them, such as plant',
          costs.map(({ name: resource, why }) => `${yamlText(resource)}: ${why}`),
        )),
  ].map((line) => `# ${line}`);
}

function calendarText({
  name,
  key,
  workingDays,
  firstHour,
  lastHour,
  hoursPerDay,
}: ProgrammeCalendar): string {
  const hours = firstHour === undefined ? `${hoursPerDay} hours` : `${firstHour} to ${lastHour}`;
  return `${yamlText(name ?? key)}, ${workingDays.length} days a week, ${hours}`;
}

function valueTexts(values: readonly ValueCount[]): string {
  const texts = values.map(({ value, description }) =>
    description === undefined || description === value ? value : `${value} (${description})`,
  );
  return shortList(texts, shownValues);
}

/** A line break would end the comment. */
function oneComment(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ');
}

function shiftLines(inspection: Inspection): readonly string[] {
  const { calendars } = inspection;
  const [source, found] = sourceNamed(inspection, /shift|schicht/) ?? [];
  const byHours = calendars.some(({ calendar }) => {
    const hour = calendar.firstHour;
    return hour !== undefined && (hour >= '13:00' || hour < '04:00' || calendar.hoursPerDay > 16);
  });
  const rules: string[] = [];
  const unknown: string[] = [];
  if (source !== undefined && found !== undefined) {
    const words = found.values.flatMap(({ value, description }) => {
      const word = probableShift(description ?? '') ?? probableShift(value);
      if (word === undefined) unknown.push(value);
      return word === undefined ? [] : [`${yamlText(value)}: ${word}`];
    });
    if (words.length > 0) {
      rules.push(`  - { ${source}: ${yamlText(found.name)}, values: { ${words.join(', ')} } }`);
    }
  }
  if (byHours) {
    rules.push(
      '  - { calendarHours: { night: "18:00-04:00", afternoon: "13:00-18:00" } } # by the first hour',
    );
  }
  if (rules.length === 0) {
    return ['shift: # no code and no calendar tells shifts apart', '  - { default: none }'];
  }
  return [
    'shift: # the first rule that answers',
    ...(unknown.length === 0
      ? []
      : [`  # add what these values mean: ${oneComment(shortList(unknown, shownValues))}`]),
    ...rules,
    '  - { default: day }',
  ];
}

function resourceLines({ resources }: Inspection): readonly string[] {
  const known = resources.map(({ type }) => {
    const kind = resourceKindOf({ resourceType: type }, usualKinds);
    return `${yamlText(type)}: ${kind ?? 'skip'}`;
  });
  return known.length === 0 ? [] : [`resources: { ${known.join(', ')} }`];
}

const noTasks: ReadonlySet<string> = new Set(['TT_LOE', 'TT_WBS', 'TT_Hammock', 'summary']);

function skipLines({ types, programme }: Inspection): readonly string[] {
  const found = types.map(([type]) => type).filter((type) => noTasks.has(type));
  if (found.length > 0) return [`skip: ${yamlList(found)}`];
  return programme.format === 'xer' ? ['skip: [TT_LOE, TT_WBS]'] : [];
}
