// This is not in the schema's file, because a function that makes reports does not load the schema.
/** Days from the Monday of the first week to each weekday of `until`, so that answers close by the end of that week. */
export const closingDayOffsets = { FRI: -3, SAT: -2, SUN: -1, MON: 0, TUE: 1, WED: 2, THU: 3 } as const;
