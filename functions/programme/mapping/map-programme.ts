/** Turns a programme into a project of the planning service, by a mapping. */
import {
  type ProjectData,
  type ProjectReference,
  regionTimeZones,
} from '../../planning-server/stores/store.ts';
import type { Activity, LocalDateTime, Programme } from '../programme.ts';
import { ProgrammeError } from '../programme-error.ts';
import { withAssumedCalendar } from './assumed-calendar.ts';
import { calendarsOf } from './calendars.ts';
import { checkNames } from './check-names.ts';
import { explainMissingDates } from './columns/date-format.ts';
import { dataDateOf } from './columns/listed-data-date.ts';
import { withListedLinks } from './columns/listed-links.ts';
import { foldersOf } from './folders.ts';
import { type MappingReport, ReportBuilder } from './import-report.ts';
import type { Mapping } from './mapping.ts';
import { NamedItems } from './named-items.ts';
import { yamlText } from './propose/yaml-text.ts';
import { relatedTasks } from './related-tasks.ts';
import { resolveValue } from './resolve-value.ts';
import { type Lists, taskOf } from './task.ts';
import { kindOf } from './task-resources.ts';

export type MappedProgramme = {
  readonly data: ProjectData;
  /** Undefined where neither the file nor a column that the mapping names has one. */
  readonly dataDate: LocalDateTime | undefined;
  readonly report: MappingReport;
};

/**
 * @throws ProgrammeError where no activity becomes a task, or a table lacks the columns of ids or dates; single activities that cannot be tasks are in the report
 */
export function mapProgramme(
  programme: Programme,
  mapping: Mapping,
  project: ProjectReference,
): MappedProgramme {
  const report = new ReportBuilder(programme.problems);
  checkNames(programme, mapping, report);
  reportCosts(programme, mapping, report);
  const { tasks: chosen, calendars: programmeCalendars } = withAssumedCalendar(
    withListedLinks(
      activitiesWithIds(programme, mapping, report),
      { rule: mapping.predecessors, hoursPerDay: programme.hoursPerDay },
      report,
    ),
    programme,
    mapping,
    report,
  );
  const [first] = chosen;
  if (first === undefined) {
    throw new ProgrammeError('no activity of the file becomes a task', {
      remedy: 'Check id and skip of the mapping; --inspect shows which codes, fields and types the file has.',
    });
  }
  const calendars = calendarsOf(
    programmeCalendars,
    new Set(chosen.map(({ activity }) => activity.calendarKey)),
    report,
  );
  const hoursOfDay = ({ calendarKey }: Activity) =>
    calendars.get(calendarKey ?? '')?.source.hoursPerDay ?? programme.hoursPerDay;
  const lists: Lists = {
    calendars,
    hoursPerDay: programme.hoursPerDay,
    folders: foldersOf(mapping.folder === 'wbs' ? programme.folders : [], report),
    namedFolders: new NamedItems(),
    subcontractors: new NamedItems(),
    locations: new NamedItems(),
    packages: new NamedItems(),
    users: new NamedItems(),
    related: relatedTasks(chosen, (predecessor, successor) => {
      const { lagDays } = programme;
      if (typeof lagDays === 'number') return lagDays;
      return hoursOfDay(lagDays === 'predecessor' ? predecessor : successor);
    }),
  };
  const tasks = chosen.map((each) => taskOf(each, { mapping, lists, report }));
  if (tasks.every(({ start, finish }) => start === undefined && finish === undefined)) {
    explainMissingDates(programme, mapping);
  }
  const collections = {
    users: lists.users.all().map(({ id, name }) => ({ id, displayName: name })),
    subcontractors: lists.subcontractors.all(),
    folders: [
      ...lists.folders.values(),
      ...lists.namedFolders.all().map((folder) => ({ ...folder, path: folder.name })),
    ],
    packages: lists.packages.all().map((item) => ({ ...item, code: item.id })),
    calendars: [...calendars.values()].map(({ item }) => item),
    locations: lists.locations.all(),
    tasks,
  };
  const counts = {
    users: collections.users.length,
    subcontractors: collections.subcontractors.length,
    folders: collections.folders.length,
    packages: collections.packages.length,
    calendars: collections.calendars.length,
    locations: collections.locations.length,
    tasks: tasks.length,
  };
  const name = mapping.name ?? programme.name ?? project.projectId;
  const timeZone = mapping.timeZone ?? regionTimeZones[project.region];
  const dataDate = dataDateOf(programme, mapping, report);
  return { data: { ...project, name, timeZone, collections }, dataDate, report: report.finish(counts) };
}

function reportCosts({ costs = [] }: Programme, { resources }: Mapping, report: ReportBuilder): void {
  for (const { line, name, type, why } of costs) {
    if (kindOf({ name, resourceType: 'cost' }, resources) !== 'skip') continue;
    const kind = kindOf({ name, resourceType: type }, resources) ?? 'plant';
    const text = `${JSON.stringify(name)} counts as a cost and is left out: ${why}.`;
    report.problem(
      line,
      'changed',
      `${text} The mapping brings it back by its name: resources: { ${yamlText(name)}: ${kind} }.`,
    );
  }
}

type ActivityWithId = {
  readonly id: string;
  readonly name: string | undefined;
  readonly activity: Activity;
};

function activitiesWithIds(
  { activities }: Programme,
  { id: rule, title, skip }: Mapping,
  report: ReportBuilder,
): readonly ActivityWithId[] {
  const lines = new Map<string, number>();
  const skipped = new Set(skip);
  return activities.flatMap((activity) => {
    const { type, line } = activity;
    if (type !== undefined && skipped.has(type)) {
      report.skipped(type);
      return [];
    }
    const name = resolveValue(activity, title)?.name ?? activity.name;
    const id = typeof rule === 'string' ? activity.code : resolveValue(activity, rule)?.value;
    if (id === undefined) {
      report.problem(
        line,
        'rejected',
        name === undefined ? 'This activity has no id.' : `The activity ${JSON.stringify(name)} has no id.`,
      );
      return [];
    }
    const before = lines.get(id);
    if (before !== undefined) {
      report.problem(line, 'rejected', `Activity ${id}: line ${before} has the same id.`);
      return [];
    }
    lines.set(id, line);
    return [{ id, name, activity }];
  });
}
