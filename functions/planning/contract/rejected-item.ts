import type { Collection } from './resources.ts';

export type Misfit = {
  readonly property: string;
  /** `expected a number, got a string`. Never the value. */
  readonly reason: string;
};

export type RejectedItem = Misfit & {
  readonly collection: Collection;
  readonly item: string;
};
