/** How often each kind of event happened, by name. */
export type Counts = {
  readonly add: (name: string, number: number) => void;
  readonly of: (name: string) => number;
  readonly all: () => Readonly<Record<string, number>>;
};

export function createCounts(): Counts {
  const counts = new Map<string, number>();
  return {
    add: (name, number) => {
      counts.set(name, (counts.get(name) ?? 0) + number);
    },
    of: (name) => counts.get(name) ?? 0,
    all: () => Object.fromEntries([...counts].sort(([left], [right]) => (left < right ? -1 : 1))),
  };
}
