import { getOrInsert } from '#base/get-or-insert.ts';
import { maxRecipients } from '#base/limits.ts';
import { quotedName } from '#base/text/looks-like-key.ts';
import { shortList } from '#base/text/one-line.ts';
import { withoutTrailingSlashes } from '#base/text/without-trailing-slashes.ts';
import { closingDays } from './closing-days.ts';
import type { Configuration, ReportConfiguration } from './configuration.ts';
import { maxProblems } from './configuration-error.ts';
import { machineOf } from './machine-settings.ts';
import { nearest } from './nearest.ts';
import { projectsOf } from './projects-of.ts';
import { hasScheduledTime, skippedTime } from './schedule/schedule.ts';
import { stageFindings } from './stage-checks.ts';
import { type Finding, findingIf } from './yaml-source.ts';

export function crossCheck(configuration: Configuration): readonly Finding[] {
  const { projects, reports } = configuration;
  const known = new Set(projects.map(({ key }) => key));
  return [
    ...repeatedKeys('projects', projects),
    ...repeatedKeys('reports', reports),
    ...sameProjectTwice(projects),
    ...reports.flatMap((report, index) => [
      ...unknownProjects(report, index, known),
      ...scheduleFindings(report, index, projects),
      ...recipientFindings(report, index),
      ...answersFindings(report, index),
    ]),
    ...severalWithAnswers(configuration),
    ...portFindings(configuration),
    ...stageFindings(configuration),
  ];
}

function repeatedKeys(
  list: 'projects' | 'reports',
  items: readonly { readonly key: string }[],
): readonly Finding[] {
  const firsts = new Map<string, number>();
  return items.flatMap(({ key }, index) => {
    const first = getOrInsert(firsts, key, () => index);
    return findingIf(first !== index, {
      path: [list, index, 'key'],
      message: `${JSON.stringify(key)} is already the key of ${list}[${first}]`,
      remedy: 'Give each a different key.',
    });
  });
}

/**
 * One project under two keys would have its issues numbered twice. It is nearly always a copied entry whose id was not
 * changed, which would mail one site's work under the name of another.
 */
function sameProjectTwice(projects: Configuration['projects']): readonly Finding[] {
  const first = new Map<string, number>();
  return projects.flatMap(({ region, projectId, baseUrl }, index) => {
    const identity = JSON.stringify([withoutTrailingSlashes(baseUrl), region, projectId]);
    const seen = getOrInsert(first, identity, () => index);
    return findingIf(seen !== index, {
      path: ['projects', index, 'projectId'],
      message: `${JSON.stringify(projectId)} in ${region} is already configured as projects[${seen}]`,
      remedy: 'Correct the id, or remove one of the two entries.',
    });
  });
}

function unknownProjects(
  { projects: named = [] }: ReportConfiguration,
  index: number,
  known: ReadonlySet<string>,
): readonly Finding[] {
  const listed = new Set<string>();
  let unknown = 0;
  return named.flatMap((name, position) => {
    const path = ['reports', index, 'projects', position];
    if (!known.has(name)) {
      unknown += 1;
      // Comparing names takes long, and later problems are not shown.
      const [meant] = unknown > maxProblems ? [] : nearest(name, known);
      const remedy =
        meant === undefined ? `Use one of ${shortList([...known], 20)}.` : `Did you mean ${meant}?`;
      return [{ path, message: `there is no project ${quotedName(name)}`, remedy }];
    }
    const isRepeated = listed.has(name);
    listed.add(name);
    const message = `${JSON.stringify(name)} is listed twice`;
    return findingIf(isRepeated, { path, message, remedy: 'Remove one of the two.' });
  });
}

function scheduleFindings(
  report: ReportConfiguration,
  index: number,
  projects: Configuration['projects'],
): readonly Finding[] {
  const { when } = report;
  if (when === undefined) return [];
  const path = ['reports', index, 'when', when.onImport ? 'atLatest' : 'cron'];
  if (!hasScheduledTime(when)) {
    const message = `${JSON.stringify(when.cron)} never occurs`;
    return [{ path, message, remedy: 'Check the day of month and the month.' }];
  }
  const zones = new Set(projectsOf(report, projects).map(({ timeZone }) => when.timeZone ?? timeZone));
  for (const zone of zones) {
    const skipped = skippedTime(when, zone);
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

function recipientFindings({ to, cc, audiences }: ReportConfiguration, index: number): readonly Finding[] {
  const all = to.length + cc.length;
  const tooMany = findingIf(all > maxRecipients, {
    path: ['reports', index, 'to'],
    message: `to and cc together have ${all} addresses`,
    remedy: `A message can go to at most ${maxRecipients}: use a distribution list.`,
  });
  const repeated = audiences.flatMap(({ each }, position) =>
    findingIf(audiences.findIndex((audience) => audience.each === each) < position, {
      path: ['reports', index, 'audiences', position, 'each'],
      message: `there is already an audience for each ${each}`,
      remedy: 'Merge the two, or each of them gets two messages.',
    }),
  );
  return [
    ...tooMany,
    ...repeated,
    ...audiences.flatMap((one, position) => addressFindings(one, { index, position })),
  ];
}

const giveAddresses = 'Give the addresses in to, by name.';

function addressFindings(
  { each, to = {}, everyoneFound = false }: ReportConfiguration['audiences'][number],
  { index, position }: { readonly index: number; readonly position: number },
): readonly Finding[] {
  const path = ['reports', index, 'audiences', position];
  const isPerson = each === 'owner' || each === 'assignee';
  if (everyoneFound && !isPerson) {
    return [
      {
        path: [...path, 'everyoneFound'],
        message: `the planning service has no address of a ${each}`,
        remedy: giveAddresses,
      },
    ];
  }
  return findingIf(!everyoneFound && Object.keys(to).length === 0, {
    path,
    message: 'this audience has no recipient',
    remedy: isPerson
      ? `Name people in to, with their addresses, or set everyoneFound: true for every ${each} whom the planning service lists with an address.`
      : giveAddresses,
  });
}

function answersFindings(
  { answers, audiences, detail, pages }: ReportConfiguration,
  index: number,
): readonly Finding[] {
  if (answers === undefined) return [];
  const path = ['reports', index, 'answers'];
  const { until, remind } = answers;
  // `2 18:00` for `SUN 18:00`
  const sortable = (time: string) =>
    time.replace(/\w+/, (day) => String(Object.keys(closingDays).indexOf(day)));
  return [
    ...findingIf(remind !== undefined && sortable(remind) >= sortable(until), {
      path: [...path, 'remind'],
      message: `is not before the answers close, ${until}`,
      remedy: 'Choose an earlier time.',
    }),
    ...findingIf(audiences.length === 0, {
      path,
      message: 'asks nobody, because the report has no audiences',
      remedy: 'Add audiences, such as one for each subcontractor.',
    }),
    ...findingIf(pages === 'off', {
      path,
      message: 'needs pages, which are off',
      remedy: 'Remove pages: off, or answers.',
    }),
    ...findingIf(detail === 'days', {
      path,
      message: 'asks readers outside, who see days and places only',
      remedy: 'Remove detail: days, or answers.',
    }),
  ];
}

function portFindings(configuration: Configuration): readonly Finding[] {
  const { port, planning } = machineOf(configuration);
  // 0 is any port that is free.
  return findingIf(port !== 0 && port === planning?.port, {
    path: ['deployment', 'machine', 'planning', 'port'],
    message: `${port} is the port of links too, deployment.machine.port`,
    remedy: 'Give each its own.',
  });
}

/** Two would ask the same people for the same tasks. */
function severalWithAnswers({ projects, reports }: Configuration): readonly Finding[] {
  const asking = new Map<string, string>();
  return reports.flatMap((report, index) => {
    if (report.answers === undefined) return [];
    return projectsOf(report, projects).flatMap(({ key }) => {
      const first = getOrInsert(asking, key, () => report.key);
      if (first === report.key) return [];
      const message = `asks for promises of ${quotedName(key)}, as ${quotedName(first)} does already`;
      const remedy = 'Let one report of a project have answers.';
      return [{ path: ['reports', index, 'answers'], message, remedy }];
    });
  });
}
