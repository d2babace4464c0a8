import type { Shift } from '../../../planning/contract/tasks-query.ts';
import type { MaterialName, PlantName } from '../resource-catalogue.ts';
import type { Trade } from '../trades.ts';

export type CalendarType = 'five-day' | 'six-day' | 'seven-day';

/** What part of a building a train of work is done in. */
export type Where =
  | 'ground'
  | 'level'
  | 'core'
  | 'elevation'
  | 'roof'
  | 'external'
  | 'crane'
  | 'hoist'
  | 'gate';

export type Discipline =
  | 'Substructure'
  | 'Superstructure'
  | 'Envelope'
  | 'Building services'
  | 'Fit-out'
  | 'Commissioning'
  | 'External works'
  | 'Site logistics';

/** People of each kind on a day. */
type Crew = Readonly<Record<string, number>>;

/** One step of a train. */
export type Activity = {
  /** `{piles}`, `{grid}` and `{rooms}` are filled in; the place follows after a comma. */
  readonly name: string;
  /** Working days, least and most; 0 is a milestone. */
  readonly days: readonly [number, number];
  /** The train's crew where absent. */
  readonly crew?: Crew;
  /** Who does it, where it is not the train's own trade. */
  readonly trade?: Trade;
  readonly plant?: Partial<Readonly<Record<PlantName, number>>>;
  /** Quantity on a day. */
  readonly materials?: Partial<Readonly<Record<MaterialName, number>>>;
  readonly shift?: Shift;
  /** Starts that many working days after the step before it started; absent, after that one has finished. */
  readonly overlap?: number;
  /** Working days to wait after the step before has finished. */
  readonly wait?: number;
  readonly key?: true;
  readonly note?: string;
};

/** A gang's run of work through one place, step after step. */
export type WorkTrain = {
  /** Short name; part of ids. */
  readonly code: string;
  readonly discipline: Discipline;
  /** The folder below the discipline; absent, the level or elevation is. */
  readonly folder?: string;
  readonly trade: Trade;
  readonly where: Where;
  /** Share of the building's height at which this work is now: 0 is the ground, 1 the roof. */
  readonly front: number;
  /** How many of it one building has at work at the same time; any number where absent. */
  readonly most?: number;
  readonly calendar: CalendarType;
  readonly shift?: Shift;
  readonly crew: Crew;
  /** What the summary task above its steps is called. */
  readonly summary: string;
  readonly activities: readonly Activity[];
};
