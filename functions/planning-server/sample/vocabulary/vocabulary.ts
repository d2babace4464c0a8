/** The vocabulary of sample projects: trades, trains of work, resources, places, people and texts, as data. */
import * as z from 'zod/mini';
import { type Region, shifts } from '../../../planning/contract/tasks-query.ts';
import { sampleStatuses } from '../model/sample-project.ts';
import { calendarTypes } from '../model/working-days.ts';
import australianWordData from './australian-words.json' with { type: 'json' };
import disciplineData from './disciplines.json' with { type: 'json' };
import oddTaskData from './odd-tasks.json' with { type: 'json' };
import peopleData from './people.json' with { type: 'json' };
import placeData from './places.json' with { type: 'json' };
import resources from './resources.json' with { type: 'json' };
import taskTextData from './task-texts.json' with { type: 'json' };
import tradeData from './trades.json' with { type: 'json' };
import envelope from './trains/envelope.json' with { type: 'json' };
import externalWorks from './trains/external-works.json' with { type: 'json' };
import fitOut from './trains/fit-out.json' with { type: 'json' };
import services from './trains/services.json' with { type: 'json' };
import siteLogistics from './trains/site-logistics.json' with { type: 'json' };
import substructure from './trains/substructure.json' with { type: 'json' };
import superstructure from './trains/superstructure.json' with { type: 'json' };

const texts = z.array(z.string()).check(z.minLength(1));

/** A name that stands for an entry of another list; parses to that entry. */
function entryOf<Entry>(entries: Readonly<Record<string, Entry>>) {
  return z.pipe(
    z.string(),
    z.transform((name): Entry => {
      const entry = entries[name];
      if (entry === undefined) throw new RangeError(`"${name}" is not in the vocabulary.`);
      return entry;
    }),
  );
}

/** `{ "Tower crane": 1 }`, how much of each on a day; parses to a list. */
const dailyAmounts = z.pipe(
  z.record(z.string(), z.number()),
  z.transform((amounts) => Object.entries(amounts).map(([name, perDay]) => ({ name, perDay }))),
);
const plantAmounts = z.pipe(
  dailyAmounts,
  z.transform((amounts) =>
    amounts.map((amount) => ({ ...amount, category: groupOf(amount.name, resources.plantByCategory) })),
  ),
);
const materialAmounts = z.pipe(
  dailyAmounts,
  z.transform((amounts) =>
    amounts.map((amount) => ({ ...amount, unit: groupOf(amount.name, resources.materialsByUnit) })),
  ),
);

function groupOf(name: string, groups: Readonly<Record<string, readonly string[]>>): string {
  const found = Object.entries(groups).find(([, names]) => names.includes(name));
  if (!found) throw new RangeError(`"${name}" is not in resources.json.`);
  return found[0];
}

const tradeSchema = z.object({
  /** The package the trade is bought under. */
  package: z.object({ code: z.string(), name: z.string() }),
  /** Invented names; two, so that neighbouring buildings have different firms. */
  firms: z.tuple([z.string(), z.string()]),
});
export type Trade = z.infer<typeof tradeSchema>;
const trades = z.record(z.string(), tradeSchema).parse(tradeData);

const disciplineSchema = z.object({
  name: z.string(),
  /** Short name, in the codes of folders. */
  code: z.string(),
  /** How much of a building's work it is, by what the building is mostly doing. */
  weights: z.object({
    wholeTower: z.number(),
    fittingOut: z.number(),
    risingFrame: z.number(),
    inTheGround: z.number(),
  }),
  /** Its own reasons, beside those of any work. One that is listed twice is twice as likely. */
  delayReasons: texts,
});
export type Discipline = z.infer<typeof disciplineSchema>;
export const disciplines = z.array(disciplineSchema).parse(disciplineData);
const disciplinesByName = Object.fromEntries(disciplines.map((discipline) => [discipline.name, discipline]));

const shift = z.enum(shifts);

const activitySchema = z.object({
  /** `{piles}`, `{grid}` and `{rooms}` are filled in; the place follows after a comma. */
  name: z.string(),
  /** Working days, fewest and most; 0 is a milestone. */
  days: z.tuple([z.number(), z.number()]),
  /** The train's crew where absent. */
  crew: z.optional(dailyAmounts),
  /** Who does it, where it is not the train's own trade. */
  trade: z.optional(entryOf(trades)),
  plant: z._default(plantAmounts, []),
  materials: z._default(materialAmounts, []),
  shift: z.optional(shift),
  /** Starts that many working days after the step before it started; absent, after that one has finished. */
  overlap: z.optional(z.number()),
  /** Working days to wait after the step before has finished. */
  wait: z._default(z.number(), 0),
  key: z._default(z.boolean(), false),
  note: z.optional(z.string()),
});
export type Activity = z.infer<typeof activitySchema>;

/** The part of a building that a train of work is done in. */
const where = z.enum(['ground', 'level', 'core', 'elevation', 'roof', 'external', 'crane', 'hoist', 'gate']);
export type Where = z.infer<typeof where>;

/** A crew's run of work through one place, step after step. */
const workTrainSchema = z.object({
  /** Short name, by which other trains refer to it. */
  code: z.string(),
  discipline: entryOf(disciplinesByName),
  /** The folder below the discipline; absent, the level or elevation is. */
  folder: z.optional(z.string()),
  trade: entryOf(trades),
  where,
  /** Share of the building's height at which this work is now: 0 is the ground, 1 the roof. */
  front: z.number(),
  /** How many of it one building has at work at the same time. */
  maxAtOnce: z._default(z.number(), Number.POSITIVE_INFINITY),
  calendar: z.enum(calendarTypes),
  shift: z.optional(shift),
  /** People of each kind on a day. */
  crew: dailyAmounts,
  /** The name of the summary task above its steps. */
  summary: z.string(),
  /** Codes of the trains that its steps may wait for. */
  waitsFor: z._default(z.array(z.string()), []),
  activities: z.array(activitySchema),
});
export type WorkTrain = z.infer<typeof workTrainSchema>;

/** Their order is part of the generated projects: it decides which train a random number stands for. */
export const workTrains = z
  .array(workTrainSchema)
  .parse([
    ...substructure,
    ...superstructure,
    ...envelope,
    ...services,
    ...fitOut,
    ...externalWorks,
    ...siteLogistics,
  ]);

const gridded = z.array(z.object({ name: z.string(), grid: z.string() }));
export const placeNames = z
  .object({ zones: gridded, bays: texts, elevations: texts, roofParts: gridded, externalAreas: texts })
  .parse(placeData);

export const personNames = z.object({ givenNames: texts, familyNames: texts }).parse(peopleData);

export const taskTexts = z
  .object({ notes: texts, addedWork: texts, delayReasons: texts, blockReasons: texts, improvements: texts })
  .parse(taskTextData);

/** Reasons for delays in work of a discipline. */
export function delayReasonsOf(discipline: Discipline): readonly string[] {
  return [...taskTexts.delayReasons, ...discipline.delayReasons];
}

/**
 * Days from the coming week's Monday; `2T10:00:00` is a time of day two days after it. Any other text is not a
 * date and stays as it is.
 */
const oddDate = z.optional(z.union([z.number(), z.string()]));
const oddTaskSchema = z.object({
  name: z.optional(z.string()),
  start: oddDate,
  finish: oddDate,
  duration: z.optional(z.number()),
  keyTask: z.optional(z.boolean()),
  shift: z.optional(z.literal('All')),
  status: z.optional(z.enum([...sampleStatuses, 'on hold'])),
  people: z.optional(z.number()),
});
export type OddTask = z.infer<typeof oddTaskSchema>;

export const { oddTasks, hostileNames } = z
  .object({ oddTasks: z.array(oddTaskSchema), hostileNames: texts })
  .parse(oddTaskData);

/** The Australian words for British site words. */
const australianWords = z.record(z.string(), z.string()).parse(australianWordData);

/** Turns the vocabulary's British words into the region's own. */
export function localWords(region: Region): (text: string) => string {
  if (region === 'gb') return (text) => text;
  const replacements = Object.entries(australianWords);
  // The same few thousand texts come again and again, and each takes two dozen replacements.
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const local = replacements.reduce(
      (result, [british, australian]) => result.replaceAll(british, australian),
      text,
    );
    if (known.size < 20_000) known.set(text, local);
    return local;
  };
}
