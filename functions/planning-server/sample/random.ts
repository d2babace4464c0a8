/**
 * Random numbers that are the same on every machine: splitmix32, seeded with a hash of the seed and the stream's name.
 */
export type RandomStream = ReturnType<typeof randomStream>;

/** One stream per name, so that one more draw in one place does not change any other place. */
export function randomStream(seed: number, name: string) {
  let state = hash(`${seed}/${name}`);
  const next = () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    chance: (probability: number) => next() < probability,
    pick: <Value>(values: readonly Value[]): Value => {
      const value = values[int(0, values.length - 1)];
      if (value === undefined) throw new RangeError('Cannot pick from an empty list.');
      return value;
    },
  };
}

/** FNV-1a, 32 bits, over UTF-16 code units. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value;
}
