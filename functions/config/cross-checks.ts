/** What no single property shows: keys that clash, names that point nowhere, schedules that lose a run. */
import * as z from 'zod/mini';
import { maxRecipients } from './configuration.ts';
import type { ConfigurationProblem } from './configuration-error.ts';
import { readCron } from './cron.ts';
import { pathText } from './explain-issue.ts';
import { nearest } from './nearest.ts';
import { hasScheduledTime, skippedTime } from './schedule.ts';
import { timeZoneProblem } from './time-zone.ts';
import type { Path, YamlSource } from './yaml-source.ts';

// Read loosely, so that these checks also run on a file whose properties have problems of their own.
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
    when: z.catch(z.optional(z.object({ cron: text, timeZone: text })), undefined),
    audiences: z._default(z.catch(z.array(z.catch(z.object({ each: text }), {})), []), []),
  }),
  { audiences: [] },
);
const looseConfiguration = z.catch(
  z.object({ projects: z.catch(z.array(looseProject), []), reports: z.catch(z.array(looseReport), []) }),
  { projects: [], reports: [] },
);
type Loose = z.infer<typeof looseConfiguration>;

type Finding = { readonly path: Path; readonly message: string; readonly remedy: string };

/** Every clash in the file, whatever else is wrong with it. */
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
        remedy: 'Give each a key of its own; case does not tell them apart.',
      },
    ];
  });
}

/**
 * One project under two keys would number its issues twice and is nearly always a copied entry whose id was
 * left as it was, which mails one site's work under another's name.
 */
function sameProjectTwice({ projects }: Loose): readonly Finding[] {
  const first = new Map<string, number>();
  return projects.flatMap(({ region, projectId, baseUrl }, index) => {
    if (region === undefined || projectId === undefined || baseUrl === undefined) return [];
    const identity = JSON.stringify([baseUrl.replace(/\/+$/, ''), region, projectId]);
    const seen = first.get(identity);
    if (seen === undefined) {
      first.set(identity, index);
      return [];
    }
    return [
      {
        path: ['projects', index, 'projectId'],
        message: `${region} ${JSON.stringify(projectId)} is already projects[${seen}]`,
        remedy: 'Give the id of this project, or use one entry for both.',
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
      const remedy = meant === undefined ? `Known: ${known.join(', ')}.` : `Did you mean ${meant}?`;
      return [{ path, message: `there is no project ${JSON.stringify(name)}`, remedy }];
    }
    return named.indexOf(name) < position
      ? [{ path, message: `${JSON.stringify(name)} is named twice`, remedy: 'Remove one of the two.' }]
      : [];
  });
}

function scheduleFindings(
  { when, projects: named }: Loose['reports'][number],
  index: number,
  { projects }: Loose,
): readonly Finding[] {
  const cron = when?.cron;
  if (cron === undefined || readCron(cron).kind === 'wrong') return [];
  const path = ['reports', index, 'when', 'cron'];
  if (!hasScheduledTime({ cron })) {
    return [
      {
        path,
        message: `${JSON.stringify(cron)} never comes`,
        remedy: 'Check the day of month and the month.',
      },
    ];
  }
  const own = projects.filter(({ key }) => key !== undefined && (named === undefined || named.includes(key)));
  const zones = new Set(when?.timeZone === undefined ? own.map(({ timeZone }) => timeZone) : [when.timeZone]);
  for (const zone of zones) {
    if (zone === undefined || timeZoneProblem(zone) !== undefined) continue;
    const skipped = skippedTime({ cron }, zone);
    if (skipped) {
      return [
        {
          path,
          message: `${skipped.time} does not exist in ${zone}, where the clocks go forward, and that run would be lost`,
          remedy: `Choose a time before ${skipped.from} or from ${skipped.to} on.`,
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
            remedy: `A message goes to at most ${maxRecipients}; use a distribution list.`,
          },
        ]
      : [];
  const repeated = audiences.flatMap(({ each }, position) =>
    each !== undefined && audiences.findIndex((audience) => audience.each === each) < position
      ? [
          {
            path: ['reports', index, 'audiences', position, 'each'],
            message: `each ${each} already has an audience`,
            remedy: 'Join the two; everybody would get two messages.',
          },
        ]
      : [],
  );
  return [...tooMany, ...repeated];
}
