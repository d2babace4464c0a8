/**
 * Ids in one list of a request; the server refuses more, and our client leaves the list out and filters the tasks
 * itself.
 * @limit the Planning Read API
 */
export const maxIdsPerFilter = 500;
export const regions = ['gb', 'au'] as const;
export type Region = (typeof regions)[number];

export const shifts = ['day', 'afternoon', 'night', '24hr'] as const;
export type Shift = (typeof shifts)[number];

export const idFilterNames = [
  'ownerIds',
  'folderIds',
  'packageIds',
  'locationIds',
  'calendarIds',
  'subcontractorIds',
  'assignedToIds',
] as const;
export type IdFilterName = (typeof idFilterNames)[number];
/** Values of one list are alternatives, different lists all apply; an absent list matches every task. */
export type IdFilters = { readonly [Filter in IdFilterName]?: readonly string[] | undefined };

/** Properties of a task if no `fields` are requested. Open point of the contract; this is our reading. */
export const taskBaseProperties = [
  'id',
  'name',
  'start',
  'finish',
  'duration',
  'keyTask',
  'shift',
  'status',
  'owner',
  'calendar',
  // These are beyond the contract.
  'nonWorkingDays',
  'extraWorkingDays',
  'daysWithoutWork',
  'startTime',
  'finishTime',
] as const;

/**
 * The fifteen additional fields and the task property each adds. Open point of the contract: only the names of the
 * fields are shown; what each adds is our reading.
 */
export const taskFieldProperties = {
  assignees: 'assignedTo',
  wbs: 'folder',
  package: 'package',
  parent: 'parent',
  contractor: 'subcontractor',
  labourResources: 'labour',
  plantResources: 'plant',
  materialResources: 'materials',
  location: 'location',
  workArea: 'workArea',
  progress: 'progress',
  predecessors: 'relatedTasks',
  successors: 'relatedTasks',
  externalId: 'externalId',
  notes: 'notes',
} as const;
export type TaskField = keyof typeof taskFieldProperties;

export const taskFields: readonly TaskField[] = Object.keys(taskFieldProperties).filter(
  (name): name is TaskField => name in taskFieldProperties,
);

/** Absent parameters are not sent. Dates are local, `YYYY-MM-DD`. */
export type TasksQuery = {
  readonly start?: string | undefined;
  readonly finish?: string | undefined;
  readonly shift?: Shift | undefined;
  readonly fields?: readonly TaskField[] | undefined;
  /** Items on a page. It is beyond the contract, so reports do not send it. */
  readonly limit?: number | undefined;
} & IdFilters;
