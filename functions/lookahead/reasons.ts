/**
 * The categories of reasons why a task is not ready, or was declined, delayed or missed. Every part of the product uses
 * this list.
 */

/** The seven usual categories of the Last Planner System. */
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
export type ReasonCategory = keyof typeof categoryNames;

/** The reasons that people choose from, unless the configuration has its own list. */
export const usualReasons: readonly string[] = Object.values(usualCategoryNames);

/**
 * Words that identify a category; a hyphen joins the words of a phrase. The first category with a match counts: `Crane
 * winded off` is weather, `Access to the plant room` is access.
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

/** Categories that constraints need, even if the configured list lacks them. */
const constraintCategories = ['predecessor', 'access', 'planning', 'other'] as const;

export type ReasonCategories = {
  /** The configured categories, then those of constraints that they do not cover. */
  readonly list: readonly string[];
  readonly nameOfCategory: (category: ReasonCategory) => string;
  /**
   * The category of a reason in free text. A reason that fits no category is returned unchanged, so that the totals
   * show it if it recurs; *Other* would hide it.
   */
  readonly categoryOfText: (text: string) => string;
};

/** @param configured the reasons that people choose from; each is a category under its own name */
export function createReasonCategories(configured: readonly string[]): ReasonCategories {
  const own = configured.map((name) => ({
    name,
    words: normalizedWords(name),
    categories: categoriesOf(name),
  }));
  const isSame = (name: string, text: string) => name.toLowerCase() === text.toLowerCase();
  const nameOfCategory = (category: ReasonCategory) =>
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

function categoriesOf(text: string): readonly ReasonCategory[] {
  const words = normalizedWords(text);
  return categoryWords.flatMap(({ category, known }) =>
    known.some((each) => includesWords(words, each)) ? [category] : [],
  );
}

/** The words in lower case without a final `s`, each between two spaces, so that only whole words match. */
function normalizedWords(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => ` ${word.replace(/s$/, '')} `).join('');
}

function includesWords(words: string, part: string): boolean {
  return part !== '' && words.includes(part);
}

/**
 * `said: Labour · recorded: Awaiting access` if the two differ; else the recorded words, unless the category has the
 * same words.
 */
export function saidAndRecordedReasonText({ reason, recorded, said }: GivenReason): string {
  if (said !== '') return `said: ${said} · recorded: ${recorded}`;
  return recorded.toLowerCase() === reason.toLowerCase() ? '' : recorded;
}

export type GivenReason = {
  /** The category, which the totals count; empty if no reason is given. */
  readonly reason: string;
  /** The reason in the plan's own words; empty if the plan has none. */
  readonly recorded: string;
  /** The reason in the answer, if its category differs from that of `recorded`; else empty. */
  readonly said: string;
};
