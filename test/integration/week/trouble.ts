/** The faults of the week, and when they happen. */
import type { Outage } from '../../support/simulation/planning-service.ts';
import type { SeededRandom } from '../../support/simulation/random.ts';
import { services, siteConfiguration } from './sites.ts';

export const hour = 3_600_000;
/** A Monday. */
export const weekStart = '2026-11-16T00:00:00Z';
const start = Date.parse(weekStart);

/** Milliseconds since 1970. */
type Span = { readonly from: number; readonly until: number };

export type WeekTrouble = {
  readonly outages: readonly Outage[];
  /** The daily quota of SES is used up. */
  readonly quota: Span;
  /** One service refuses the key, because a wrong one was stored. */
  readonly wrongKey: Span;
  /** The services refuse the old key from the beginning of this time; the secret has the new key from its end. */
  readonly rotation: Span;
  /** The function crashes on one project. */
  readonly crash: Span;
  readonly deployments: readonly {
    readonly at: number;
    readonly configuration: ReturnType<typeof siteConfiguration>;
  }[];
};

const kinds = ['503', 'refused', 'slow', 'half'] as const;

export function troubleOf(random: SeededRandom, projects: readonly number[]): WeekTrouble {
  const span = (hours: number, earliest: number, latest: number): Span => {
    const from = start + random.between(earliest, latest - hours) * hour;
    return { from, until: from + hours * hour };
  };
  const outages = [1 / 6, 0.5, 2, 6, 12, 30].map(
    (hours, index): Outage => ({
      service: services[index % 2] ?? services[0],
      ...span(hours, 5, 165),
      as: kinds[random.below(kinds.length)] ?? '503',
    }),
  );
  return {
    outages,
    quota: span(20, 24, 160),
    wrongKey: span(3, 5, 160),
    rotation: span(0.1, 5, 160),
    crash: span(random.between(1, 14), 24, 160),
    deployments: [
      { at: start, configuration: siteConfiguration({ projects }) },
      // On Tuesday evening, a filter gets a typing error, and a project is removed by mistake. On Wednesday noon both
      // are corrected.
      { at: start + 42 * hour, configuration: siteConfiguration({ projects, typo: true, without: ['p07'] }) },
      { at: start + 60 * hour, configuration: siteConfiguration({ projects }) },
      // On Friday, two and a half hours after the weekly reports were due, one of them is renamed, and another project
      // is removed for good.
      {
        at: start + 112.5 * hour,
        configuration: siteConfiguration({ projects, renamed: true, without: ['p08'] }),
      },
      // Nothing more becomes due after the week.
      {
        at: start + 168 * hour,
        configuration: siteConfiguration({ projects, renamed: true, without: ['p08'], paused: true }),
      },
    ],
  };
}
