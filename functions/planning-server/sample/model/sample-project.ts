import type { ProjectData } from '#planning-server/versions/version.ts';

type Named = { readonly id: string; readonly name: string };
export type SampleUser = { readonly id: string; readonly displayName: string; readonly email: string };
type SamplePackage = Named & { readonly code: string };
export type SampleFolder = SamplePackage & { readonly parentId?: string; readonly path: string };
export type SampleCalendar = Named & { readonly type: string };
type SampleLocation = Named & { readonly type: string };

export type DailyQuantity = { readonly date: string; readonly quantity: number };
export type SampleMaterial = Named & {
  readonly quantity: number;
  readonly unit: string;
  readonly dailyPlanned?: readonly DailyQuantity[] | undefined;
  readonly dailyActual?: readonly DailyQuantity[] | undefined;
};
export type SampleProgress = {
  readonly name: string;
  readonly date: string;
  readonly amount: number;
  readonly type: 'delay' | 'on schedule' | 'improved';
};
export type RelationType = 'finish-start' | 'start-start' | 'finish-finish';
export type SampleRelation = Named & {
  readonly lag: number;
  readonly relation: 'predecessor' | 'successor';
  readonly type: RelationType;
};
type SampleLabour = Named & { readonly quantity: number };
type SamplePlant = Named & { readonly category: string; readonly quantity: number };
type SampleWorkArea = {
  readonly type: 'Feature';
  readonly bbox: readonly number[];
  readonly geometry: null;
  readonly id: null;
  readonly properties: Readonly<Record<string, string>>;
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
  /** Days of the calendar's week, within the task's dates, on which the site is closed. */
  nonWorkingDays: readonly string[];
  owner: SampleUser;
  assignedTo: readonly SampleUser[];
  calendar: SampleCalendar;
  folder: SampleFolder;
  package: SamplePackage;
  parent: Named;
  subcontractor: Named;
  location: SampleLocation;
  labour: readonly SampleLabour[];
  plant: readonly SamplePlant[];
  materials: readonly SampleMaterial[];
  progress: readonly SampleProgress[];
  relatedTasks: readonly SampleRelation[];
  workArea: SampleWorkArea;
}>;

type SampleItems = {
  users: SampleUser;
  subcontractors: Named;
  folders: SampleFolder;
  packages: SamplePackage;
  calendars: SampleCalendar;
  locations: SampleLocation;
  tasks: SampleTask;
};

/** A project on its data date, with the week that its next lookahead is for. */
export type SampleProject = Omit<ProjectData, 'collections'> & {
  readonly collections: { readonly [List in keyof SampleItems]: readonly SampleItems[List][] };
  readonly week: string;
  readonly dataDate: string;
  /** Number of the next task to be added: an id is never used again. */
  readonly nextTask: number;
};
