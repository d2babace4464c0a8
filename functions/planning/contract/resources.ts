/**
 * The seven resources of the Planning Read API and the envelope that carries them: the contract, once.
 * The client parses with these schemas; the planning server answers and documents with them.
 *
 * Open points of the contract, decided here:
 * - Which properties may be absent or null is not shown: everything but the id of a listed resource may be,
 *   and null means absent, so both parse to undefined.
 * - Which values words may take (status, shift, calendar type, …) is not shown beyond a few: they are text.
 * - Properties beyond the contract's pass through untouched.
 * - The format of dates in answers is not shown: here they are text; `wire-date.ts` reads them.
 */
import * as z from 'zod/mini';

function maybe<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(
    z.nullish(schema),
    z.transform((value) => value ?? undefined),
  );
}

const text = maybe(z.string());
const number = maybe(z.number());
const id = z.string().check(z.minLength(1));

export const taskIdSchema = id.brand<'TaskId'>();
export type TaskId = z.infer<typeof taskIdSchema>;

const userSchema = z.looseObject({ id, displayName: text, email: text });

const subcontractorSchema = z.looseObject({ id, name: text });

const folderSchema = z.looseObject({ id, code: text, name: text, parentId: text, path: text });

const packageSchema = z.looseObject({ id, code: text, name: text });

/** `type`: seen five-day for a calendar and map for a location; others are not shown. */
const typedSchema = z.looseObject({ id, name: text, type: text });

// Inside a task the same resources are references: even their id may be missing without making the task wrong.
const reference = { id: text };
const userReference = z.extend(userSchema, reference);
const namedReference = z.extend(subcontractorSchema, reference);
const folderReference = z.extend(folderSchema, reference);
const packageReference = z.extend(packageSchema, reference);
const typedReference = z.extend(typedSchema, reference);

const dailyQuantity = z.looseObject({ date: text, quantity: number });

/** Quantity: people of that kind on each day of the task (open point, decided so in `lookahead/`). */
const labour = z.looseObject({ ...reference, name: text, quantity: number });
const plant = z.looseObject({
  ...reference,
  name: text,
  category: text,
  quantity: number,
});
/** Quantity: the task's total, in `unit`; daily figures if the service has them. */
const material = z.looseObject({
  ...reference,
  name: text,
  quantity: number,
  unit: text,
  dailyPlanned: maybe(z.array(dailyQuantity)),
  dailyActual: maybe(z.array(dailyQuantity)),
});
/** `type`: seen delay. `amount`: working days, signed. `name`: the reason. */
const progress = z.looseObject({
  name: text,
  date: text,
  amount: number,
  type: text,
});
/** `relation`: seen predecessor. `type`: seen start-start. `lag`: working days, signed. */
const relatedTask = z.looseObject({
  ...reference,
  name: text,
  lag: number,
  relation: text,
  type: text,
});
/** Geometry and id are only ever seen as null, so any content passes. */
const workArea = z.looseObject({
  type: text,
  bbox: maybe(z.array(z.number())),
  geometry: maybe(z.unknown()),
  id: maybe(z.unknown()),
  properties: maybe(z.record(z.string(), z.unknown())),
});

const timeOfDay = z.catch(maybe(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))), undefined);

const days = z.catch(maybe(z.array(z.string())), undefined);

export const taskSchema = z.looseObject({
  id: taskIdSchema,
  externalId: text,
  name: text,
  notes: text,
  start: text,
  finish: text,
  duration: number,
  keyTask: maybe(z.boolean()),
  shift: text,
  status: text,
  owner: maybe(userReference),
  assignedTo: maybe(z.array(userReference)),
  calendar: maybe(typedReference),
  /**
   * Beyond the contract: days from start to finish that the calendar's type works and the calendar does not,
   * `YYYY-MM-DD`. In another service the name may mean something else, which is no reason to reject a task.
   */
  nonWorkingDays: days,
  /**
   * Beyond the contract, the reverse: days from start to finish that the calendar works and its type does not, such as
   * a Saturday.
   */
  extraWorkingDays: days,
  /**
   * Beyond the contract: days from start to finish that the calendar works and on which no work is planned, such as a
   * split.
   */
  daysWithoutWork: days,
  /** Beyond the contract: when work begins on the day of start, and ends on the day of finish, local, `HH:MM`. */
  startTime: timeOfDay,
  finishTime: timeOfDay,
  folder: maybe(folderReference),
  package: maybe(packageReference),
  parent: maybe(namedReference),
  subcontractor: maybe(namedReference),
  location: maybe(typedReference),
  labour: maybe(z.array(labour)),
  plant: maybe(z.array(plant)),
  materials: maybe(z.array(material)),
  progress: maybe(z.array(progress)),
  relatedTasks: maybe(z.array(relatedTask)),
  workArea: maybe(workArea),
});
export type Task = z.infer<typeof taskSchema>;

export const envelopeSchema = z.looseObject({
  paging: maybe(z.looseObject({ next: maybe(z.looseObject({ after: text, link: text })) })),
  results: z.array(z.unknown()),
});
export type Envelope = z.infer<typeof envelopeSchema>;

export const resourceSchemas = {
  users: userSchema,
  subcontractors: subcontractorSchema,
  folders: folderSchema,
  packages: packageSchema,
  calendars: typedSchema,
  locations: typedSchema,
  tasks: taskSchema,
} as const;
export type Collection = keyof typeof resourceSchemas;
export const collections = Object.keys(resourceSchemas).filter(
  (name): name is Collection => name in resourceSchemas,
);
