/** Chance that a seed decides, so that a story that fails can be told again. */
export type SeededRandom = {
  /** From 0 up to 1. */
  readonly draw: () => number;
  readonly between: (from: number, to: number) => number;
  /** A whole number from 0 up to the limit. */
  readonly below: (limit: number) => number;
  readonly chance: (share: number) => boolean;
  /** Another series, which what is drawn from this one does not change. */
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

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value;
}
