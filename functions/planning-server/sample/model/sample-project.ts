import type { Shift } from '../../../planning/contract/tasks-query.ts';
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
export type SamplePackage = { readonly id: string; readonly code: string; readonly name: string };
export type SampleCalendar = Named & { readonly type: string };
export type SampleLocation = Named & { readonly type: string };

export type DailyQuantity = { readonly date: string; readonly quantity: number };
export type SampleMaterial = Named & {
  readonly quantity: number;
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
export type RelationType = 'finish-start' | 'start-start' | 'finish-finish' | 'start-finish';
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

/** A task as the planning service answers it with all its fields; properties that a task does not have are absent. */
export type SampleTask = {
  readonly id: string;
  readonly externalId?: string;
  readonly name?: string;
  readonly notes?: string;
  readonly start?: string;
  readonly finish?: string;
  readonly duration?: number;
  readonly keyTask?: boolean;
  /** One of the four; a few odd tasks have another word. */
  readonly shift?: Shift | 'All';
  readonly status?: SampleStatus | 'on hold';
  readonly owner?: SampleUser;
  readonly assignedTo?: readonly SampleUser[];
  readonly calendar?: SampleCalendar;
  readonly folder?: SampleFolder;
  readonly package?: SamplePackage;
  readonly parent?: Named;
  readonly subcontractor?: Named;
  readonly location?: SampleLocation;
  readonly labour?: readonly (Named & { readonly quantity: number })[];
  readonly plant?: readonly (Named & { readonly category: string; readonly quantity: number })[];
  readonly materials?: readonly SampleMaterial[];
  readonly progress?: readonly SampleProgress[];
  readonly relatedTasks?: readonly SampleRelation[];
  readonly workArea?: {
    readonly type: 'Feature';
    readonly bbox: readonly number[];
    readonly geometry: null;
    readonly id: null;
    readonly properties: Readonly<Record<string, string>>;
  };
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
  /** Monday of the coming week, `YYYY-MM-DD`. */
  readonly week: string;
  /** The Friday before it. */
  readonly dataDate: string;
  /** Number of the next task to be added: an id is never used again. */
  readonly nextTask: number;
};
