/**
 * The seven resources of the Planning Read API and the envelope that carries them: the only copy of the contract.
 * The client parses with these schemas; the planning server answers and documents with them.
 *
 * Open points of the contract, decided here:
 * - Which properties may be absent or null is not shown: everything but the id of a listed resource may be,
 *   and null means absent, so both parse to undefined.
 * - Which values words may take (status, shift, calendar type, …) is not shown beyond a few: they are text.
 * - Properties beyond the contract's pass through untouched.
 * - The format of dates in answers is not shown: here they are text; `wire-date.ts` reads them.
 * - Units are not shown: the descriptions say how amounts are read.
 */
import * as z from 'zod/mini';

function optionalOrNull<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(
    z.nullish(schema),
    z.transform((value) => value ?? undefined),
  );
}

/**
 * A copy of the schema with a description, which the OpenAPI document shows. Not `z.describe`, which would add a check
 * to each property of each task that is read.
 */
function described<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  const copy = z.clone(schema);
  z.globalRegistry.add(copy, { description });
  return copy;
}

const anyText = optionalOrNull(z.string());
const anyNumber = optionalOrNull(z.number());
const anyId = z.string().check(z.minLength(1));
const text = (description: string) => described(anyText, description);
const number = (description: string) => described(anyNumber, description);
const listOf = <Schema extends z.ZodMiniType>(item: Schema, description: string) =>
  described(optionalOrNull(z.array(item)), description);

const idDescription = (what: string) => `Identifies the ${what} in this project.`;
const id = (what: string) => described(anyId, idDescription(what));
/** A reference to a resource inside a task: even its id may be missing, and the task is still read. */
const referenceTo = (what: string) => ({ id: text(idDescription(what)) });
const name = (what: string) => text(`The name of the ${what}.`);
const code = text('The short code that people know it by.');

export const taskIdSchema = described(
  anyId.brand<'TaskId'>(),
  'Identifies the task; it stays the same from version to version.',
);
export type TaskId = z.infer<typeof taskIdSchema>;

const userSchema = z.looseObject({
  id: id('person'),
  displayName: name('person'),
  email: text('The e-mail address of the person.'),
});
const subcontractorSchema = z.looseObject({ id: id('subcontractor'), name: name('subcontractor') });
const folderSchema = z.looseObject({
  id: id('folder'),
  code,
  name: name('folder'),
  parentId: text('The id of the folder that it lies in; absent at the top.'),
  path: text('The names of the folders above it and its own.'),
});
const packageSchema = z.looseObject({ id: id('work package'), code, name: name('work package') });
const calendarSchema = z.looseObject({
  id: id('calendar'),
  name: name('calendar'),
  type: text(
    'The working week: five-day is Monday to Friday, six-day Monday to Saturday, seven-day every day.',
  ),
});
const locationSchema = z.looseObject({
  id: id('location'),
  name: name('location'),
  type: text('The kind of location, such as map.'),
});

const userReference = z.extend(userSchema, referenceTo('person'));
const perDay = 'On each day that the task works.';
const resourceProperties = { id: text('Identifies it in this project.'), name: text('What it is called.') };
const dailyQuantity = z.looseObject({
  date: text('The local date, YYYY-MM-DD.'),
  quantity: number('The quantity of that day, in the unit of the material.'),
});
/** A property beyond the contract. Another service may use the name for something else, so any content is accepted. */
const serviceOwnProperty = <Schema extends z.ZodMiniType>(schema: Schema, description: string) =>
  described(z.catch(optionalOrNull(schema), undefined), `Only of this service: ${description}`);
const dateList = z.array(z.string());
const clockTimeText = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

export const taskSchema = z.looseObject({
  id: taskIdSchema,
  externalId: text('The id that the planning tool shows, where it is another one.'),
  name: text('What the task is called.'),
  notes: text('Notes on the task, as text.'),
  start: text('The local date on which it starts, YYYY-MM-DD.'),
  finish: text('The local date of its last day, YYYY-MM-DD, inclusive.'),
  duration: number('In working days; 0 for a milestone.'),
  keyTask: described(optionalOrNull(z.boolean()), 'Whether the planner marked it as a key task.'),
  shift: text('day, afternoon, night or 24hr; absent for none.'),
  status: text('A word such as planned, started or complete.'),
  owner: described(optionalOrNull(userReference), 'Who is responsible for the task.'),
  assignedTo: listOf(userReference, 'Who is assigned to the task.'),
  calendar: described(
    optionalOrNull(z.extend(calendarSchema, referenceTo('calendar'))),
    'The calendar that it is worked by.',
  ),
  nonWorkingDays: serviceOwnProperty(
    dateList,
    'days from start to finish that the type of the calendar works and the calendar does not, YYYY-MM-DD.',
  ),
  extraWorkingDays: serviceOwnProperty(
    dateList,
    'days from start to finish that the calendar works and its type does not, such as a Saturday, YYYY-MM-DD.',
  ),
  daysWithoutWork: serviceOwnProperty(
    dateList,
    'days from start to finish that the calendar works and on which the programme plans no work for the task, as in a split, YYYY-MM-DD.',
  ),
  startTime: serviceOwnProperty(clockTimeText, 'when work begins on the day of start, local, HH:MM.'),
  finishTime: serviceOwnProperty(clockTimeText, 'when work ends on the day of finish, local, HH:MM.'),
  folder: described(
    optionalOrNull(z.extend(folderSchema, referenceTo('folder'))),
    'The folder that it lies in.',
  ),
  package: described(
    optionalOrNull(z.extend(packageSchema, referenceTo('work package'))),
    'The work package that it belongs to.',
  ),
  parent: described(
    optionalOrNull(z.looseObject({ id: text('The id of that task.'), name: text('The name of that task.') })),
    'The task that it is a part of.',
  ),
  subcontractor: described(
    optionalOrNull(z.extend(subcontractorSchema, referenceTo('subcontractor'))),
    'Who does the work.',
  ),
  location: described(
    optionalOrNull(z.extend(locationSchema, referenceTo('location'))),
    'Where the work is.',
  ),
  labour: listOf(
    z.looseObject({ ...resourceProperties, quantity: number(`People. ${perDay}`) }),
    'The people it needs, by kind.',
  ),
  plant: listOf(
    z.looseObject({
      ...resourceProperties,
      category: text('The category of the plant.'),
      quantity: number(`Pieces. ${perDay}`),
    }),
    'The plant it needs.',
  ),
  materials: listOf(
    z.looseObject({
      ...resourceProperties,
      quantity: number('The total of the task, in the unit.'),
      unit: text('The unit of all quantities of the material.'),
      dailyPlanned: listOf(dailyQuantity, 'What was planned for each day.'),
      dailyActual: listOf(dailyQuantity, 'What was used on each day.'),
    }),
    'The materials it needs.',
  ),
  progress: listOf(
    z.looseObject({
      name: text('The reason, such as the cause of a delay.'),
      date: text('The local date that it was reported for, YYYY-MM-DD.'),
      amount: number('In working days, signed.'),
      type: text('A word such as delay.'),
    }),
    'What was reported of its progress.',
  ),
  relatedTasks: listOf(
    z.looseObject({
      id: text('The id of the other task.'),
      name: text('The name of the other task.'),
      lag: number('In working days, signed; below 0 for a lead.'),
      relation: text('Which of the two the other task is: predecessor or successor.'),
      type: text('The type of the link: finish-start, start-start, finish-finish or start-finish.'),
    }),
    'The tasks that it is linked to.',
  ),
  workArea: described(
    optionalOrNull(
      z.looseObject({
        type: text('The type of the object.'),
        bbox: listOf(
          z.number(),
          'Its bounding box: the smallest values of its coordinates, then the largest.',
        ),
        // The contract shows only null, so any content is accepted.
        geometry: described(optionalOrNull(z.unknown()), 'Its geometry, or null.'),
        id: described(optionalOrNull(z.unknown()), 'Its id, or null.'),
        properties: described(optionalOrNull(z.record(z.string(), z.unknown())), 'Any further properties.'),
      }),
    ),
    'Where on a plan the work is, in the form of GeoJSON.',
  ),
});
export type Task = z.infer<typeof taskSchema>;

export const envelopeSchema = z.looseObject({
  paging: optionalOrNull(
    z.looseObject({ next: optionalOrNull(z.looseObject({ after: anyText, link: anyText })) }),
  ),
  results: z.array(z.unknown()),
});
export type Envelope = z.infer<typeof envelopeSchema>;

export const schemasByCollection = {
  users: userSchema,
  subcontractors: subcontractorSchema,
  folders: folderSchema,
  packages: packageSchema,
  calendars: calendarSchema,
  locations: locationSchema,
  tasks: taskSchema,
} as const;
export type CollectionName = keyof typeof schemasByCollection;
export const collectionNames = Object.keys(schemasByCollection).filter(
  (name): name is CollectionName => name in schemasByCollection,
);
