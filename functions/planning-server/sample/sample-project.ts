import type { RelationType } from '#planning/contract/known-words.ts';
import type { ProjectData } from '#planning-server/versions/version.ts';
import type { SampleItemLists } from './directory.ts';

type SampleLists = { readonly [List in keyof SampleItemLists]: ReturnType<SampleItemLists[List]['all']> };
type IdAndName = { readonly id: string; readonly name: string };
type ResourceQuantity = IdAndName & { readonly quantity: number };

export type SampleFolder = SampleLists['folders'][number];
type DailyQuantity = { readonly date: string; readonly quantity: number };
export type SampleMaterial = ResourceQuantity & {
  readonly unit: string;
  readonly dailyPlanned?: readonly DailyQuantity[];
  readonly dailyActual?: readonly DailyQuantity[];
};
export type SampleProgress = {
  readonly name: string;
  readonly date: string;
  readonly amount: number;
  readonly type: 'delay' | 'on schedule' | 'improved';
};
export type SampleRelation = IdAndName & {
  readonly lag: number;
  readonly relation: 'predecessor' | 'successor';
  readonly type: RelationType;
};

/** A property that a task does not have is absent or undefined. */
type Optional<Properties> = { readonly [Name in keyof Properties]?: Properties[Name] | undefined };

export type SampleTask = { readonly id: string } & Optional<{
  externalId: string;
  name: string;
  notes: string;
  start: string;
  finish: string;
  duration: number;
  keyTask: boolean;
  shift: string;
  status: string;
  /** Days within the task's dates on which the site is closed although the calendar's type works on that weekday. */
  nonWorkingDays: readonly string[];
  owner: SampleLists['users'][number];
  assignedTo: SampleLists['users'];
  calendar: SampleLists['calendars'][number];
  folder: SampleFolder;
  package: SampleLists['packages'][number];
  parent: IdAndName;
  subcontractor: SampleLists['subcontractors'][number];
  location: SampleLists['locations'][number];
  labour: readonly ResourceQuantity[];
  plant: readonly (ResourceQuantity & { readonly category: string })[];
  materials: readonly SampleMaterial[];
  progress: readonly SampleProgress[];
  relatedTasks: readonly SampleRelation[];
  workArea: { readonly type: 'Feature'; readonly bbox: readonly number[]; readonly properties: object };
}>;

/** A project on its data date, with the week that its next lookahead is for. */
export type SampleProject = Omit<ProjectData, 'collections'> & {
  readonly collections: SampleLists & { readonly tasks: readonly SampleTask[] };
  readonly week: string;
  readonly dataDate: string;
  /** Number of the next task to be added: an id is never used again. */
  readonly nextTask: number;
};

export function sampleRelation(
  { id, name = id }: SampleTask,
  relation: SampleRelation['relation'],
  { type, lag = 0 }: { readonly type: RelationType; readonly lag?: number },
): SampleRelation {
  return { id, name, lag, relation, type };
}

/** Derives successors from predecessors, leaves out relations to tasks that are gone, and updates names. */
export function withSuccessors(tasks: readonly SampleTask[]): SampleTask[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const links = tasks.flatMap((after) =>
    (after.relatedTasks ?? []).flatMap(({ id, relation, ...link }) => {
      const before = relation === 'predecessor' ? byId.get(id) : undefined;
      return before ? [{ before, after, link }] : [];
    }),
  );
  const toPredecessors = Map.groupBy(links, ({ after }) => after);
  const toSuccessors = Map.groupBy(links, ({ before }) => before);
  return tasks.map((task) => ({
    ...task,
    relatedTasks: undefinedIfEmpty([
      ...(toPredecessors.get(task) ?? []).map(({ before, link }) =>
        sampleRelation(before, 'predecessor', link),
      ),
      ...(toSuccessors.get(task) ?? []).map(({ after, link }) => sampleRelation(after, 'successor', link)),
    ]),
  }));
}

export function undefinedIfEmpty<Item>(items: readonly Item[]): readonly Item[] | undefined {
  return items.length > 0 ? items : undefined;
}

/** `rt-000012` and `A1120` in `riverside-tower`. */
export function idsOfSampleTask(projectId: string, number: number, letter = 'A') {
  const initials = projectId.toLowerCase().match(/(?<![a-z\d])[a-z\d]/g) ?? [];
  const id = `${initials.join('')}-${String(number).padStart(6, '0')}`;
  return { id, externalId: `${letter}${1000 + number * 10}` };
}
