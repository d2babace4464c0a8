/**
 * Fifty projects of two planning services, and twelve contacts, each with a daily and a weekly report of some of the
 * projects.
 */
import type { Configuration } from '#config/configuration.ts';
import { configurationOf } from '../../support/a-world.ts';
import { aConfigurationText } from '../../support/builders/a-configuration.ts';

export const services = ['https://north.example.com', 'https://south.example.com'] as const;
export const crashingProject = 'p11';
const contacts = 12;

export const contactOfSite = (group: number) => `planner.${group}@example.com`;

/** Number of the project's contact, 0 to 11, from the project's key, such as `p07`. */
export const groupOf = (key: string) => Number(key.slice(1)) % contacts;

const two = (number: number) => String(number).padStart(2, '0');

export type SiteChanges = {
  readonly projects: readonly number[];
  /** If true, a filter names a subcontractor that no project has. */
  readonly typo?: boolean;
  /** If true, reports have no schedule. */
  readonly paused?: boolean;
  readonly without?: readonly string[];
  readonly renamed?: boolean;
};

export function siteConfiguration({
  projects,
  typo = false,
  paused = false,
  without = [],
  renamed = false,
}: SiteChanges): Configuration {
  const all = projects.map((index) => ({
    key: `p${two(index)}`,
    name: `Site ${two(index)}`,
    region: index % 7 === 0 ? 'au' : 'gb',
    projectId: `site-${index}`,
    timeZone: index % 7 === 0 ? 'Australia/Sydney' : 'Europe/London',
    baseUrl: services[index % 2] ?? services[0],
    apiKey: `{ secret: planning/${index % 2 === 0 ? 'north' : 'south'} }`,
  }));
  const configured = all.filter(({ key }) => !without.includes(key));
  const reports = Array.from({ length: contacts }, (_, group) => {
    const own = configured.filter((project) => groupOf(project.key) === group);
    if (own.length === 0) return [];
    const common = {
      projects: `[${own.map(({ key }) => key).join(', ')}]`,
      contact: contactOfSite(group),
      to: `[manager.${group}@example.com, board.${group}@example.com]`,
    };
    return [
      {
        key: `daily-${group}`,
        name: `Daily plan ${group}`,
        ...(paused ? {} : { when: "{ cron: '0 6 * * *' }" }),
        ...common,
        deliverWithin: String(group % 3 === 0 ? 6 : 24),
        ...(typo && group === 2 ? { filters: '{ subcontractors: [Pile Corp] }' } : {}),
      },
      {
        key: renamed && group === 1 ? 'site-weekly-1' : `weekly-${group}`,
        name: renamed && group === 1 ? 'Site weekly 1' : `Weekly plan ${group}`,
        ...(paused ? {} : { when: "{ cron: '0 14 * * FRI' }" }),
        ...common,
        deliverWithin: String(group % 4 === 0 ? 48 : 24),
        ...(group === 3
          ? { audiences: "[{ each: subcontractor, to: { Pile Co: ['pile@example.com'] } }]" }
          : {}),
        ...(group === 5 ? { onAmbiguous: 'hold' } : {}),
      },
    ];
  }).flat();
  return configurationOf(aConfigurationText({ projects: configured, reports }));
}
