import type { Collection } from './resources.ts';

/** An item of an answer that does not fit the contract; the rest of the answer is still used. */
export type RejectedItem = {
  readonly collection: Collection;
  /** The item's id, or `item 3 of page 2` where it has none. */
  readonly item: string;
  /** Path of the wrong property: `labour[0].quantity`. */
  readonly property: string;
  /** `expected a number, got a string`. Never the value. */
  readonly reason: string;
};
