/** The one list of reasons: why a task is not ready, was declined, delayed or missed. */

/** The usual seven of the Last Planner System. */
const usualCategoryNames = {
  information: 'Information or design',
  materials: 'Materials',
  labour: 'Labour',
  plant: 'Plant',
  predecessor: 'Work before not finished',
  access: 'Access or space',
  outside: 'Outside cause: permit or weather',
} as const;
const categoryNames = { ...usualCategoryNames, planning: 'Planning', other: 'Other' } as const;
export type Category = keyof typeof categoryNames;

/** What people choose from, unless the configuration has another list. */
export const usualReasons: readonly string[] = Object.values(usualCategoryNames);

/**
 * Words, and phrases with hyphens, by which a reason is known. The first category counts of which it has one: `Crane winded off` is weather,
 * `Access to the plant room` is access.
 */
const categoryWords = (
  [
    [
      'outside',
      'permit permission licence authority utility weather rain wind winded snow ice frost fog storm flood strike theft unforeseen unknown-services ground-conditions',
    ],
    ['information', 'information design drawing rfi query queries clash approval specification instruction'],
    ['materials', 'material delivery deliveries supplier supply'],
    ['labour', 'labour labor manpower workforce crew gang staff operative people sick sickness'],
    ['access', 'access space area congestion congested scaffold'],
    ['plant', 'plant crane hoist equipment machine machinery pump excavator breakdown'],
    ['planning', 'planning plan-moved replanned sequence too-much-planned'],
    ['predecessor', 'work-before preceding predecessor prior previous not-complete not-ready handover'],
  ] as const
).map(([category, words]) => ({ category, known: words.split(' ').map(normalizedWords) }));

/** Categories of constraints, which a configured list may not have. */
const constraintCategories = ['predecessor', 'access', 'planning', 'other'] as const;

export type Reasons = {
  /** The configured categories, then those of constraints that they do not cover. */
  readonly list: readonly string[];
  readonly nameOfCategory: (category: Category) => string;
  /**
   * The category of a reason in anybody's words. A reason that nobody knows stays as it is, so that the totals show it if it
   * comes again, where *Other* would hide it.
   */
  readonly categoryOfText: (text: string) => string;
};

/** @param configured what people choose from: these are the categories, under their own names */
export function readReasons(configured: readonly string[]): Reasons {
  const own = configured.map((name) => ({
    name,
    words: normalizedWords(name),
    categories: categoriesOf(name),
  }));
  const isSame = (name: string, text: string) => name.toLowerCase() === text.toLowerCase();
  const nameOfCategory = (category: Category) =>
    (
      own.find(({ name }) => isSame(name, categoryNames[category])) ??
      own.find(({ categories }) => categories.includes(category))
    )?.name ?? categoryNames[category];
  const list = [...new Set([...configured, ...constraintCategories.map(nameOfCategory)])];
  return {
    list,
    nameOfCategory,
    categoryOfText: (text) => {
      const words = normalizedWords(text);
      const named =
        list.find((name) => isSame(name, text)) ??
        own.find((each) => each.categories.length === 0 && includesWords(words, each.words))?.name;
      const [category] = categoriesOf(text);
      return named ?? (category === undefined ? text : nameOfCategory(category));
    },
  };
}

function categoriesOf(text: string): readonly Category[] {
  const words = normalizedWords(text);
  return categoryWords.flatMap(({ category, known }) =>
    known.some((each) => includesWords(words, each)) ? [category] : [],
  );
}

/** Lower-case words between blanks, without the `s` of a plural. */
function normalizedWords(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => ` ${word.replace(/s$/, '')} `).join('');
}

function includesWords(words: string, part: string): boolean {
  return part !== '' && words.includes(part);
}

/** `said: Labour · recorded: Awaiting access` if they differ, else the recorded words if the category has others. */
export function recordedReasonText({ reason, recorded, said }: GivenReason): string {
  if (said !== '') return `said: ${said} · recorded: ${recorded}`;
  return recorded.toLowerCase() === reason.toLowerCase() ? '' : recorded;
}

export type GivenReason = {
  /** The category, which the totals count; empty if no reason is given. */
  readonly reason: string;
  /** In the words of the plan; empty if it has none. */
  readonly recorded: string;
  /** What those who do the work said, if it is of another category than what is recorded; else empty. */
  readonly said: string;
};
