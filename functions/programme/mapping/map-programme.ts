import { shortListText } from '#base/text/one-line.ts';
import {
  makeValuePerCollection,
  type ProjectData,
  type ProjectReference,
  regionTimeZones,
} from '#planning-server/versions/version.ts';
import { type Activity, type LocalDateTime, type Programme, ProgrammeError } from '#programme/programme.ts';
import { mapCalendars } from './calendars.ts';
import { checkMappingNamesExist } from './check-names.ts';
import { type ActivityToImport, type MappingReport, MappingReportBuilder } from './import-report.ts';
import { predecessorReader, readListedValues } from './listed-values.ts';
import { type Mapping, yamlText } from './mapping.ts';
import { folderItems, NamedItemCollection } from './named-items.ts';
import { resolveValue } from './resolve-value.ts';
import {
  dataDateOf,
  detectTableFormats,
  reportSwappedDayAndMonth,
  type TableContext,
  throwMissingDatesError,
} from './table-dates.ts';
import { taskAndSummaryRows } from './table-rows.ts';
import { mapActivityToTask, type TaskContext } from './task.ts';
import { relatedTasks, resourceKindOf } from './task-resources.ts';

export type MappedProgramme = {
  readonly data: ProjectData;
  readonly dataDate: LocalDateTime | undefined;
  readonly report: MappingReport;
};

/**
 * Turns a programme into the tasks and other items of a project.
 * @param givenDataDate replaces the data date of the file
 * @param today without a data date, dates without a year are taken to be near it, `YYYY-MM-DD`
 * @throws ProgrammeError if no activity becomes a task, or a table lacks the columns of ids or dates; single activities
 *   that cannot be tasks are only reported
 */
export function mapProgramme(
  file: Programme,
  mapping: Mapping,
  project: ProjectReference,
  givenDataDate?: LocalDateTime,
  today?: string,
): MappedProgramme {
  const { hoursPerDay = file.hoursPerDay } = mapping;
  const programme = { ...file, hoursPerDay };
  const report = new MappingReportBuilder(programme.problems);
  checkMappingNamesExist(programme, mapping, report);
  reportCosts(programme, mapping, report);
  const dataDate = dataDateOf(programme, mapping, report);
  const near = givenDataDate ?? dataDate ?? today;
  const table = { mapping, style: detectTableFormats(programme, mapping, near), report };
  const { chosen, rows, folders } = activitiesWithIds(programme, table);
  const [first] = chosen;
  if (first === undefined) {
    throw new ProgrammeError('no activity of the file becomes a task', {
      remedy:
        programme.table === undefined
          ? 'Check id and skip of the mapping; --inspect shows which codes, fields and types the file has.'
          : `Check id, title and dates of the mapping, the row of the headings (headerRow, now ${programme.table.headerRow}) and the worksheet (sheet).`,
    });
  }
  const calendars = mapCalendars(chosen, programme, mapping, report);
  const named = {
    owner: new NamedItemCollection(),
    folder: new NamedItemCollection(),
    package: new NamedItemCollection(),
    subcontractor: new NamedItemCollection(),
    location: new NamedItemCollection(),
  };
  const hoursOfLagDay = (predecessor: Activity, successor: Activity) => {
    const { lagDayBasis } = programme;
    if (typeof lagDayBasis === 'number') return lagDayBasis;
    return (
      calendars.of(lagDayBasis === 'predecessor' ? predecessor : successor)?.source.hoursPerDay ?? hoursPerDay
    );
  };
  const context: TaskContext = {
    ...table,
    calendars,
    hoursPerDay,
    folders: folderItems(mapping.folder === 'wbs' ? folders : [], report),
    named,
    related: relatedTasks(chosen, predecessorReader(chosen, rows, hoursPerDay, table), hoursOfLagDay, report),
    dataDate: givenDataDate ?? dataDate,
  };
  reportSwappedDayAndMonth(programme, mapping, report);
  const tasks = chosen.map((each) => mapActivityToTask(each, context));
  if (tasks.every(({ start, finish }) => start === undefined && finish === undefined)) {
    throwMissingDatesError(programme, mapping, near);
  }
  const collections = {
    users: named.owner.all().map(({ name, ...user }) => ({ ...user, displayName: name })),
    subcontractors: named.subcontractor.all(),
    folders: [
      ...context.folders.values(),
      ...named.folder.all().map((folder) => ({ ...folder, path: folder.name })),
    ],
    packages: named.package.all().map((item) => ({ ...item, code: item.id })),
    calendars: calendars.items,
    locations: named.location.all(),
    tasks,
  };
  const counts = makeValuePerCollection((collection) => collections[collection].length);
  const name = mapping.name ?? programme.name ?? project.projectId;
  const timeZone = mapping.timeZone ?? regionTimeZones[project.region];
  return { data: { ...project, name, timeZone, collections }, dataDate, report: report.finish(counts) };
}

const shownCosts = 5;

function reportCosts({ costs = [] }: Programme, { resources }: Mapping, report: MappingReportBuilder): void {
  const left = costs.filter(
    ({ name }) => resourceKindOf({ name, resourceType: 'cost' }, resources) === 'skip',
  );
  const [first] = left;
  if (first === undefined) return;
  const named = left.map(({ name, why }) => `${name} (${why})`);
  const kind = resourceKindOf({ name: first.name, resourceType: first.type }, resources) ?? 'plant';
  report.changed(
    undefined,
    `Resources that are sums of money are left out: ${shortListText(named, shownCosts)}. To keep one, name it in the mapping, such as resources: { ${yamlText(first.name)}: ${kind} }.`,
  );
}

/** The activities that become tasks, all rows of a table, and the folders. */
function activitiesWithIds(programme: Programme, context: TableContext) {
  const { mapping, report } = context;
  const { id: rule, title } = mapping;
  const lines = new Map<string, number>();
  const skipped = new Set(mapping.skip);
  const all = programme.activities.map((activity) => ({
    id: typeof rule === 'string' ? activity.code : resolveValue(activity, rule)?.value,
    name: resolveValue(activity, title)?.name ?? activity.name,
    activity,
  }));
  const { rows, folders } = taskAndSummaryRows(all, programme, context);
  const chosen = rows.flatMap(({ id, name, activity }): readonly ActivityToImport[] => {
    const { type, line } = activity;
    if (type !== undefined && skipped.has(type)) {
      report.countSkipped(type, name ?? id);
      const lost = uninheritedProperties(activity, mapping).join(', ');
      const problem = `is of the type ${type}: its ${lost} are left out; give them to its tasks`;
      if (lost !== '') report.reportRow('changed', activity, name ?? id ?? '', problem);
      return [];
    }
    if (id === undefined) {
      const example = name === undefined ? '' : JSON.stringify(name);
      const who = name === undefined ? 'This activity' : `The activity ${example}`;
      const group = 'Activities without an id: give each of them one';
      report.rejected(line, `${who} has no id: give it one.`, {
        group,
        example: name === undefined ? '' : example,
      });
      return [];
    }
    const before = lines.get(id);
    if (before === undefined) {
      lines.set(id, line);
      return [{ id, name, activity }];
    }
    const isName = id === name || id.endsWith(` › ${name}`);
    const remedy = isName ? '; its name is its id: rename it, or add a column of ids and map it' : '';
    report.rejected(line, `Activity ${id}: line ${before} has the same id${remedy}.`, {
      group: `Activities with the id of an earlier line${remedy}`,
      example: `${id}, as in line ${before}`,
    });
    return [];
  });
  return { chosen, rows, folders };
}

/** Properties that are lost if a row does not become a task, because the tasks below it do not inherit them. */
function uninheritedProperties(activity: Activity, mapping: Mapping): readonly string[] {
  const named = (['subcontractor', 'location', 'owner', 'package', 'notes'] as const).filter(
    (property) => resolveValue(activity, mapping[property]) !== undefined,
  );
  const listed = (['labour', 'plant', 'materials', 'predecessors'] as const).filter(
    (property) => readListedValues(activity, mapping[property]).length > 0,
  );
  const isLinked = activity.predecessors.length > 0;
  return [...named, ...listed, ...(isLinked ? ['predecessors'] : [])];
}
