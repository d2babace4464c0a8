// Apart from the schema, which a function that makes reports does not load.
/** Days around the Monday of the first week, so that the answers never close after it. */
export const closingDayOffsets = { FRI: -3, SAT: -2, SUN: -1, MON: 0, TUE: 1, WED: 2, THU: 3 } as const;
