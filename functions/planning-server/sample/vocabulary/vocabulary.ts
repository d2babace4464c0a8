import * as z from 'zod/mini';
import { calendarTypes } from '#planning/contract/known-words.ts';
import { type Region, shifts } from '#planning/contract/tasks-query.ts';
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

export const placeNames = placeData;
export const personNames = peopleData;
export const taskTexts = taskTextData;

/** `firms` are invented; two, so that neighbouring buildings have different firms. */
export type Trade = (typeof tradeData)[keyof typeof tradeData];

export type Discipline = {
  readonly name: string;
  readonly code: string;
  /** Its own reasons, besides those of any work. One that is listed twice is twice as likely. */
  readonly delayReasons: readonly string[];
};
export const disciplines: readonly Discipline[] = Object.entries(disciplineData).map(
  ([name, discipline]) => ({ name, ...discipline }),
);
const disciplinesByName = Object.fromEntries(disciplines.map((discipline) => [discipline.name, discipline]));

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

/** `{ "Tower crane": 1 }`, daily amounts; parses to a list. */
const dailyAmounts = z.pipe(
  z.record(z.string(), z.number()),
  z.transform((amounts) => Object.entries(amounts).map(([name, perDay]) => ({ name, perDay }))),
);

/** As `dailyAmounts`, each with its kind: the category of plant, the unit of materials. */
function dailyAmountsOf(namesByKind: Readonly<Record<string, readonly string[]>>) {
  const kinds = Object.entries(namesByKind);
  return z.pipe(
    dailyAmounts,
    z.transform((amounts) =>
      amounts.map((amount) => {
        const [kind] = kinds.find(([, names]) => names.includes(amount.name)) ?? [];
        if (kind === undefined) throw new RangeError(`"${amount.name}" is not in resources.json.`);
        return { ...amount, kind };
      }),
    ),
  );
}

const shift = z.enum(shifts);

const activitySchema = z.object({
  /** Working days, fewest and most; 0 is a milestone. */
  days: z.tuple([z.number(), z.number()]),
  /** @default the train's crew */
  crew: z.optional(dailyAmounts),
  /** @default the train's trade */
  trade: z.optional(entryOf<Trade>(tradeData)),
  /** @default the train's calendar */
  calendar: z.optional(z.enum(calendarTypes)),
  plant: z._default(dailyAmountsOf(resources.plant), []),
  materials: z._default(dailyAmountsOf(resources.materials), []),
  shift: z.optional(shift),
  /** Starts this many working days after the step before it started. @default after that one has finished */
  overlap: z.optional(z.number()),
  /** Working days to wait after the step before has finished. */
  wait: z._default(z.number(), 0),
  key: z._default(z.boolean(), false),
  note: z.optional(z.string()),
});

/** By name, in the order of work. In a name, `{piles}`, `{grid}` and `{rooms}` are filled in. The place follows after a comma. */
const activities = z.pipe(
  z.record(z.string(), activitySchema),
  z.transform((named) => Object.entries(named).map(([name, activity]) => ({ name, ...activity }))),
);
export type Activity = z.infer<typeof activities>[number];

const where = z.enum(['ground', 'level', 'core', 'elevation', 'roof', 'external', 'crane', 'hoist', 'gate']);
export type Where = z.infer<typeof where>;

const workTrainSchema = z.object({
  code: z.string(),
  discipline: entryOf(disciplinesByName),
  /** The folder below the discipline. @default the level or elevation */
  folder: z.optional(z.string()),
  trade: entryOf<Trade>(tradeData),
  where,
  /** Share of the building's height at which this work is now: 0 is the ground, 1 the roof. */
  front: z.number(),
  calendar: z._default(z.enum(calendarTypes), 'five-day'),
  shift: z.optional(shift),
  crew: dailyAmounts,
  summary: z.string(),
  waitsFor: z._default(z.array(z.string()), []),
  activities,
});
export type WorkTrain = z.infer<typeof workTrainSchema>;

const byDiscipline = {
  ...substructure,
  ...superstructure,
  ...envelope,
  ...services,
  ...fitOut,
  ...externalWorks,
  ...siteLogistics,
};

/** Their order is part of the generated projects: it decides which train a random number stands for. */
export const workTrains = Object.entries(byDiscipline).flatMap(([discipline, trains]) =>
  Object.entries(trains).map(([code, train]) => workTrainSchema.parse({ discipline, code, ...train })),
);

export function delayReasonsOf(discipline: Discipline): readonly string[] {
  return [...taskTexts.delayReasons, ...discipline.delayReasons];
}

/**
 * Tasks with odd dates and words, and with hostile names. Dates are days from the coming week's Monday; `2T10:00:00` is
 * a time of day two days after it. Any other text is not a date and stays as it is.
 */
export const oddTasks = oddTaskData.odd;
export type OddTask = Partial<(typeof oddTasks)[number]>;
/** In the data each has its day beside its name. */
export const hostileTasks: readonly OddTask[] = Object.entries(oddTaskData.hostile).map(([name, day]) => ({
  name,
  start: day,
  finish: day,
  duration: 1,
  people: 2,
}));

const australianWords: Readonly<Record<string, string>> = australianWordData;

export function localWords(region: Region): (text: string) => string {
  if (region === 'gb') return (text) => text;
  const british = new RegExp(Object.keys(australianWords).join('|'), 'g');
  return (text) => text.replaceAll(british, (word) => australianWords[word] ?? word);
}
