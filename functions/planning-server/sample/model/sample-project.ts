import type { ProjectData } from '../../stores/store.ts';

type Named = { readonly id: string; readonly name: string };
export type SampleUser = { readonly id: string; readonly displayName: string; readonly email: string };
export type SampleFolder = {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly parentId?: string;
  readonly path: string;
};
type SamplePackage = { readonly id: string; readonly code: string; readonly name: string };
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
export const sampleStatuses = [
  'backlog',
  'planned',
  'promised',
  'started',
  'complete',
  'delayed',
  'blocked',
  'cancelled',
] as const;
export type SampleStatus = (typeof sampleStatuses)[number];

type SampleLabour = Named & { readonly quantity: number };
type SamplePlant = Named & { readonly category: string; readonly quantity: number };
type SampleWorkArea = {
  readonly type: 'Feature';
  readonly bbox: readonly number[];
  readonly geometry: null;
  readonly id: null;
  readonly properties: Readonly<Record<string, string>>;
};

export type SampleTask = {
  readonly id: string;
  readonly externalId?: string | undefined;
  readonly name?: string | undefined;
  readonly notes?: string | undefined;
  readonly start?: string | undefined;
  readonly finish?: string | undefined;
  readonly duration?: number | undefined;
  readonly keyTask?: boolean | undefined;
  readonly shift?: string | undefined;
  readonly status?: string | undefined;
  /** Days of the calendar's week, within the task's dates, on which the site is closed. */
  readonly nonWorkingDays?: readonly string[] | undefined;
  readonly owner?: SampleUser | undefined;
  readonly assignedTo?: readonly SampleUser[] | undefined;
  readonly calendar?: SampleCalendar | undefined;
  readonly folder?: SampleFolder | undefined;
  readonly package?: SamplePackage | undefined;
  readonly parent?: Named | undefined;
  readonly subcontractor?: Named | undefined;
  readonly location?: SampleLocation | undefined;
  readonly labour?: readonly SampleLabour[] | undefined;
  readonly plant?: readonly SamplePlant[] | undefined;
  readonly materials?: readonly SampleMaterial[] | undefined;
  readonly progress?: readonly SampleProgress[] | undefined;
  readonly relatedTasks?: readonly SampleRelation[] | undefined;
  readonly workArea?: SampleWorkArea | undefined;
};

/** A project on its data date, with the week that its next lookahead is for. */
export type SampleProject = Omit<ProjectData, 'collections'> & {
  readonly collections: {
    readonly users: readonly SampleUser[];
    readonly subcontractors: readonly Named[];
    readonly folders: readonly SampleFolder[];
    readonly packages: readonly SamplePackage[];
    readonly calendars: readonly SampleCalendar[];
    readonly locations: readonly SampleLocation[];
    readonly tasks: readonly SampleTask[];
  };
  readonly week: string;
  readonly dataDate: string;
  /** Number of the next task to be added: an id is never used again. */
  readonly nextTask: number;
};
