/** A mapping as text for a programme that nobody has mapped yet: what its names suggest, with what is in the file. */
import type { Shift } from '../../../planning/contract/tasks-query.ts';
import type { Programme, ProgrammeCalendar, ProgrammeFormat } from '../../programme.ts';
import { dateFormatsOf, periodsOf, type WrittenPeriod, weekdaysOf } from '../columns/date-format.ts';
import { counted } from '../counted.ts';
import { percentOf } from '../import-report.ts';
import { type ResourceKind, weekdays } from '../mapping.ts';
import type { Inspection, NamedValues, ValueCount } from './inspect-programme.ts';
import { isTable, sourceNamed } from './named-source.ts';
import { valueLines } from './value-lines.ts';
import { yamlList, yamlText } from './yaml-text.ts';

const formats: Readonly<Record<ProgrammeFormat, string>> = {
  xer: 'Primavera XER',
  mspdi: 'MS Project XML',
  excel: 'Excel workbook',
  csv: 'CSV',
};

/** A mapping that can be used as it is, with comments on what the file has. */
export function proposeMapping(inspection: Inspection, fileName: string): string {
  const { programme } = inspection;
  const lines = [
    '# yaml-language-server: $schema=functions/programme/mapping/mapping.schema.json',
    '#',
    ...contents(inspection, fileName),
    '',
    ...(programme.project === undefined ? [] : [`project: ${yamlText(programme.project)}`]),
    ...(isTable(programme)
      ? tableLines(inspection)
      : [`id: ${programme.format === 'xer' ? 'task_code' : 'uid'}`, 'dates: current']),
    ...shiftLines(inspection),
    ...valueLines(inspection),
    ...(isTable(programme) ? [] : ['folder: wbs', ...resourceLines(inspection), ...skipLines(inspection)]),
  ];
  return `${lines.join('\n')}\n`;
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
          `${type}: ${counted(assignments, 'assignments')} of ${names.length}: ${shortList(names)}`,
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
  return shortList(texts);
}

function shortList(texts: readonly string[]): string {
  const more = texts.length - shownValues;
  return `${texts.slice(0, shownValues).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** A line break would end the comment. */
function oneComment(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ');
}

const shiftNames: readonly (readonly [Shift, RegExp])[] = [
  ['24hr', /24|round the clock|all day|continuous/i],
  ['night', /night|nacht|nuit|^n$|^ns$/i],
  ['afternoon', /afternoon|late|evening|twilight|^l$|^a$|^pm$|^as$/i],
  ['day', /day|tag|jour|early|^d$|^e$|^am$|^ds$/i],
];

function shiftLines(inspection: Inspection): readonly string[] {
  const { calendars } = inspection;
  const [source, found] = sourceNamed(inspection, /shift|schicht/i) ?? [];
  const byHours = calendars.some(({ calendar }) => {
    const hour = calendar.firstHour;
    return hour !== undefined && (hour >= '13:00' || hour < '04:00' || calendar.hoursPerDay > 16);
  });
  const rules: string[] = [];
  const unknown: string[] = [];
  if (source !== undefined && found !== undefined) {
    const words = found.values.flatMap(({ value, description }) => {
      const word = shiftOf(description) ?? shiftOf(value);
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
    ...(unknown.length === 0 ? [] : [`  # add what these values mean: ${oneComment(shortList(unknown))}`]),
    ...rules,
    '  - { default: day }',
  ];
}

function shiftOf(text: string | undefined): Shift | undefined {
  if (text === undefined) return undefined;
  return shiftNames.find(([, pattern]) => pattern.test(text.trim()))?.[0];
}

const kinds: ReadonlyMap<string, ResourceKind> = new Map([
  ['RT_Labor', 'labour'],
  ['RT_Equip', 'plant'],
  ['RT_Mat', 'materials'],
  ['work', 'labour'],
  ['material', 'materials'],
  ['cost', 'skip'],
]);

function resourceLines({ resources }: Inspection): readonly string[] {
  const known = resources.map(({ type }) => `${yamlText(type)}: ${kinds.get(type) ?? 'skip'}`);
  return known.length === 0 ? [] : [`resources: { ${known.join(', ')} }`];
}

const noTasks: ReadonlySet<string> = new Set(['TT_LOE', 'TT_WBS', 'TT_Hammock', 'summary']);

function skipLines({ types, programme }: Inspection): readonly string[] {
  const found = types.map(([type]) => type).filter((type) => noTasks.has(type));
  if (found.length > 0) return [`skip: ${yamlList(found)}`];
  return programme.format === 'xer' ? ['skip: [TT_LOE, TT_WBS]'] : [];
}

/** What the headings of a table suggest; only id and dates have to be right for a first import. */
function tableLines({ fields, programme }: Inspection): readonly string[] {
  const heading = (pattern: RegExp) => fields.find(({ name }) => pattern.test(name))?.name;
  const id =
    heading(/^(activity|task)? ?(id|code|no\.?|number)$/i) ?? heading(/\bid\b|code/i) ?? fields[0]?.name;
  const start = heading(/^(current |planned )?start( date)?$/i) ?? heading(/start|begin/i);
  const finish = heading(/^(current |planned )?(finish|end)( date)?$/i) ?? heading(/finish|end/i);
  const rule = (property: string, name: string | undefined) =>
    name === undefined ? [] : [`${property}: { column: ${yamlText(name)} }`];
  return [
    ...rule('id', id),
    ...rule(
      'title',
      heading(/^(activity|task)? ?(name|description|title)$/i) ??
        heading(/^(activity|task|work|item)$/i) ??
        heading(/\bname|description/i),
    ),
    ...(start === undefined || finish === undefined ? [] : datesLines(programme, { start, finish })),
    ...rule('dataDate', heading(/^(data|status|progress|report) ?date$|^stichtag$/i)),
    ...rule('duration', heading(/duration|^(working )?days$/i)),
    ...rule('status', heading(/status/i)),
    ...rule('notes', heading(/notes?|comments?|remarks?/i)),
    ...listLine(
      fields,
      'labour',
      /^(people|labou?r|crew|manpower|workers|operatives|resources?( names?)?)$/i,
    ),
    ...listLine(fields, 'plant', /^(plant|equipment|machines?|machinery)$/i),
    ...listLine(fields, 'materials', /^materials?$/i),
    ...listLine(fields, 'predecessors', /^predecessors?$/i),
  ];
}

/** With the format, where the dates prove it; which of several it is, only a person can say. */
function datesLines(
  { activities }: Programme,
  { start, finish }: { readonly start: string; readonly finish: string },
): readonly string[] {
  const columns = `start: ${yamlText(start)}, finish: ${yamlText(finish)}`;
  const periods = periodsOf(activities, { start, finish });
  const [format, ...others] = dateFormatsOf(periods);
  if (others.length > 0) {
    const choices = [format, ...others].map((each) => `format: ${yamlText(each ?? '')}`);
    return [
      `dates: { ${columns} } # add ${choices.join(' or ')}: day and month could be exchanged in every date`,
    ];
  }
  const line =
    format === undefined
      ? `dates: { ${columns} } # with format: dd/MM/yyyy, if they are neither Excel dates nor YYYY-MM-DD`
      : `dates: { ${columns}, format: ${yamlText(format)} }`;
  return [line, ...workingDaysLine(periods, format)];
}

/** A table has no calendar; that no date is at a weekend says which days are worked. */
function workingDaysLine(periods: readonly WrittenPeriod[], format: string | undefined): readonly string[] {
  const worked = new Set(weekdaysOf(periods, format));
  if (worked.size === 0 || worked.has('sun')) return [];
  const days = weekdays.slice(0, worked.has('sat') ? 6 : 5);
  const free = worked.has('sat') ? 'Sunday' : 'Saturday or Sunday';
  return [`workingDays: [${days.join(', ')}] # no task starts or finishes on a ${free}`];
}

/** A column whose cells may list several values, with what stands between them in most cells. */
function listLine(fields: readonly NamedValues[], property: string, pattern: RegExp): readonly string[] {
  const found = fields.find(({ name }) => pattern.test(name));
  if (found === undefined) return [];
  const separator = listSeparatorOf(found.values, property === 'predecessors' ? /,/ : listComma);
  return [`${property}: { column: ${yamlText(found.name)}, separator: ${JSON.stringify(separator)} }`];
}

/** Of signs in equally many cells, the one that names have least. */
const listSeparators = ['|', ';', '\n', ',', ' / '];
/** Not that of a decimal. */
const listComma = /,(?!\d)|[^\d\s],/;

function listSeparatorOf(values: readonly ValueCount[], comma: RegExp): string {
  let best = { separator: ';', cells: 0 };
  for (const separator of listSeparators) {
    const isIn = (value: string) => (separator === ',' ? comma.test(value) : value.includes(separator));
    const cells = values.reduce((sum, { value, count }) => sum + (isIn(value) ? count : 0), 0);
    if (cells > best.cells) best = { separator, cells };
  }
  return best.separator;
}
