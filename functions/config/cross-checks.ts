/** Checks across properties: repeated keys, unknown projects, schedules that would lose a run, too many recipients. */
import * as z from 'zod/mini';
import { maxRecipients } from '../base/limits.ts';
import { quotedName } from '../base/looks-like-key.ts';
import { withoutTrailingSlashes } from '../base/without-trailing-slashes.ts';
import type { ConfigurationProblem } from './configuration-error.ts';
import { readCron } from './cron.ts';
import { stageFindings } from './deployment/stage-checks.ts';
import { nearest } from './nearest.ts';
import { projectsOf } from './projects-of.ts';
import { hasScheduledTime, skippedTime } from './schedule.ts';
import { pathText } from './schema-path.ts';
import { timeZoneProblem } from './time-zone.ts';
import type { Path, YamlSource } from './yaml-source.ts';

// Read leniently, so that these checks also run on a file with invalid properties.
const text = z.catch(z.optional(z.string()), undefined);
const texts = z.catch(z.optional(z.array(text)), undefined);
const looseProject = z.catch(
  z.object({ key: text, region: text, projectId: text, baseUrl: text, timeZone: text }),
  {},
);
const looseReport = z.catch(
  z.object({
    key: text,
    projects: texts,
    to: texts,
    cc: texts,
    when: z.catch(z.optional(z.object({ cron: text, atLatest: text, timeZone: text })), undefined),
    audiences: z._default(
      z.catch(
        z.array(
          z.catch(
            z.object({
              each: text,
              to: z.catch(z.optional(z.record(z.string(), z.unknown())), { unreadable: true }),
              everyoneFound: z.catch(z.optional(z.boolean()), false),
            }),
            {},
          ),
        ),
        [],
      ),
      [],
    ),
  }),
  { audiences: [] },
);
const looseConfiguration = z.catch(
  z.object({ projects: z.catch(z.array(looseProject), []), reports: z.catch(z.array(looseReport), []) }),
  { projects: [], reports: [] },
);
type Loose = z.infer<typeof looseConfiguration>;

type Finding = { readonly path: Path; readonly message: string; readonly remedy: string };

/** Every such problem in the file, whatever else is wrong with it. */
export function crossCheck(source: YamlSource): readonly ConfigurationProblem[] {
  const loose = looseConfiguration.parse(source.value);
  return [
    ...repeatedKeys('projects', loose.projects),
    ...repeatedKeys('reports', loose.reports),
    ...sameProjectTwice(loose),
    ...loose.reports.flatMap((report, index) => [
      ...unknownProjects(report, index, loose),
      ...scheduleFindings(report, index, loose),
      ...recipientFindings(report, index),
    ]),
    ...stageFindings(source.value),
  ].map(({ path, message, remedy }) => ({ ...source.placeOf(path), path: pathText(path), message, remedy }));
}

function repeatedKeys(
  list: 'projects' | 'reports',
  items: readonly { readonly key?: string | undefined }[],
): readonly Finding[] {
  const first = new Map<string, number>();
  return items.flatMap(({ key }, index) => {
    if (key === undefined) return [];
    const seen = first.get(key.toLowerCase());
    if (seen === undefined) {
      first.set(key.toLowerCase(), index);
      return [];
    }
    return [
      {
        path: [list, index, 'key'],
        message: `${JSON.stringify(key)} is already the key of ${list}[${seen}]`,
        remedy: 'Give each a different key; upper and lower case count as the same.',
      },
    ];
  });
}

/**
 * One project under two keys would have its issues numbered twice. It is nearly always a copied entry whose id was
 * not changed, which would mail one site's work under the name of another.
 */
function sameProjectTwice({ projects }: Loose): readonly Finding[] {
  const first = new Map<string, number>();
  return projects.flatMap(({ region, projectId, baseUrl }, index) => {
    if (region === undefined || projectId === undefined || baseUrl === undefined) return [];
    const identity = JSON.stringify([withoutTrailingSlashes(baseUrl), region, projectId]);
    const seen = first.get(identity);
    if (seen === undefined) {
      first.set(identity, index);
      return [];
    }
    return [
      {
        path: ['projects', index, 'projectId'],
        message: `${JSON.stringify(projectId)} in ${region} is already configured as projects[${seen}]`,
        remedy: 'Correct the id, or remove one of the two entries.',
      },
    ];
  });
}

function unknownProjects(
  report: Loose['reports'][number],
  index: number,
  { projects }: Loose,
): readonly Finding[] {
  const known = projects.flatMap(({ key }) => (key === undefined ? [] : [key]));
  const named = report.projects ?? [];
  return named.flatMap((name, position) => {
    const path = ['reports', index, 'projects', position];
    if (name === undefined || name === '') return [];
    if (!known.includes(name)) {
      const meant = nearest(name, known)[0];
      const remedy = meant === undefined ? `Use one of ${known.join(', ')}.` : `Did you mean ${meant}?`;
      return [{ path, message: `there is no project ${quotedName(name)}`, remedy }];
    }
    return named.indexOf(name) < position
      ? [{ path, message: `${JSON.stringify(name)} is listed twice`, remedy: 'Remove one of the two.' }]
      : [];
  });
}

function scheduleFindings(
  { when, projects: named }: Loose['reports'][number],
  index: number,
  { projects }: Loose,
): readonly Finding[] {
  const cron = when?.cron ?? when?.atLatest;
  if (cron === undefined || readCron(cron).kind === 'wrong') return [];
  const path = ['reports', index, 'when', when?.cron === undefined ? 'atLatest' : 'cron'];
  if (!hasScheduledTime({ cron })) {
    return [
      {
        path,
        message: `${JSON.stringify(cron)} never occurs`,
        remedy: 'Check the day of month and the month.',
      },
    ];
  }
  const keyed = projects.flatMap(({ key, timeZone }) => (key === undefined ? [] : [{ key, timeZone }]));
  const own = projectsOf({ projects: named?.filter((key) => key !== undefined) }, keyed);
  const zones = new Set(when?.timeZone === undefined ? own.map(({ timeZone }) => timeZone) : [when.timeZone]);
  for (const zone of zones) {
    if (zone === undefined || timeZoneProblem(zone) !== undefined) continue;
    const skipped = skippedTime({ cron }, zone);
    if (skipped?.isOnly) {
      return [
        {
          path,
          message: `${skipped.time} does not exist in ${zone}, because the clocks go forward then, and that run would be lost`,
          remedy: `Choose a time before ${skipped.from} or from ${skipped.to}.`,
        },
      ];
    }
  }
  return [];
}

function recipientFindings(
  { to, cc, audiences }: Loose['reports'][number],
  index: number,
): readonly Finding[] {
  const all = (to?.length ?? 0) + (cc?.length ?? 0);
  const single = Math.max(to?.length ?? 0, cc?.length ?? 0);
  const tooMany =
    all > maxRecipients && single <= maxRecipients
      ? [
          {
            path: ['reports', index, 'to'],
            message: `to and cc together have ${all} addresses`,
            remedy: `A message can go to at most ${maxRecipients}: use a distribution list.`,
          },
        ]
      : [];
  const repeated = audiences.flatMap(({ each }, position) =>
    each !== undefined && audiences.findIndex((audience) => audience.each === each) < position
      ? [
          {
            path: ['reports', index, 'audiences', position, 'each'],
            message: `there is already an audience for each ${each}`,
            remedy: 'Merge the two, or each of them gets two messages.',
          },
        ]
      : [],
  );
  return [
    ...tooMany,
    ...repeated,
    ...audiences.flatMap((one, position) => addressFindings(one, { index, position })),
  ];
}

/** Nobody is mailed who was not asked for, and an audience that mails nobody is a mistake. */
function addressFindings(
  { each, to = {}, everyoneFound = false }: Loose['reports'][number]['audiences'][number],
  { index, position }: { readonly index: number; readonly position: number },
): readonly Finding[] {
  if (each === undefined) return [];
  const path = ['reports', index, 'audiences', position];
  const isPerson = each === 'owner' || each === 'assignee';
  if (everyoneFound && !isPerson) {
    return [
      {
        path: [...path, 'everyoneFound'],
        message: `the planning service has no address of a ${each}`,
        remedy: 'Give the addresses in to, by name.',
      },
    ];
  }
  if (everyoneFound || Object.keys(to).length > 0) return [];
  return [
    {
      path,
      message: 'this audience has no recipient',
      remedy: isPerson
        ? `Name people in to, with their addresses, or set everyoneFound: true for every ${each} whom the planning service lists with an address.`
        : 'Give the addresses in to, by name.',
    },
  ];
}
