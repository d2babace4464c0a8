/** How many versions of a project are kept in memory, the current one included. */
const maxKept = 3;

export type KeptVersions<Kept> = {
  readonly current: () => Kept | undefined;
  readonly find: (version: string) => Kept | undefined;
  /** Makes this the current version. */
  readonly add: (version: Kept) => void;
};

/** The versions of one project that are in memory: the current one, and the last few before it, where cursors may lead. */
export function keptVersions<Kept extends { readonly version: string }>(): KeptVersions<Kept> {
  /** The current one first. */
  let kept: readonly Kept[] = [];
  return {
    current: () => kept[0],
    find: (version) => kept.find((one) => one.version === version),
    add(added) {
      kept = [added, ...kept.filter(({ version }) => version !== added.version)].slice(0, maxKept);
    },
  };
}
