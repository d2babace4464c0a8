/** Random numbers from a seed, so that a history that fails can be repeated. */
export type SeededRandom = {
  /** A number from 0 to below 1. */
  readonly draw: () => number;
  readonly between: (from: number, to: number) => number;
  /** A whole number from 0 to below the limit. */
  readonly below: (limit: number) => number;
  readonly chance: (share: number) => boolean;
  /** An independent series, which does not change with the numbers drawn from this one. */
  readonly fork: (name: string) => SeededRandom;
};

export function randomOf(seed: string): SeededRandom {
  let state = hash(seed);
  const draw = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    draw,
    between: (from, to) => from + draw() * (to - from),
    below: (limit) => Math.floor(draw() * limit),
    chance: (share) => draw() < share,
    fork: (name) => randomOf(`${seed}/${name}`),
  };
}

/** The FNV-1a hash of a text. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value;
}
