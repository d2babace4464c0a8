import { getOrInsert } from '#base/get-or-insert.ts';
import { quotedTextUnlessSecret } from '#base/text/looks-like-key.ts';
import { maxRecipients } from '#base/text/mail-address.ts';
import { shortListText } from '#base/text/one-line.ts';
import { withoutTrailingSlashes } from '#base/text/without-trailing-slashes.ts';
import { closingDayOffsets } from './closing-days.ts';
import type { Configuration, ReportConfiguration } from './configuration.ts';
import {
  type ConfigurationCheckRow,
  type ConfigurationFinding,
  maxProblems,
  type PropertyPath,
} from './configuration-error.ts';
import { machineSettingsOf } from './machine-settings.ts';
import { didYouMean } from './nearest.ts';
import { projectsOfReport } from './projects-of.ts';
import { findSkippedTime, hasScheduledTime } from './schedule/schedule.ts';
import { stageChecks } from './stage-checks.ts';

export function runCrossChecks(configuration: Configuration): readonly ConfigurationFinding[] {
  return [...checks(configuration), ...stageChecks(configuration)].flatMap(
    ([isWrong, path, message, remedy]) => (isWrong ? [{ path, message, remedy }] : []),
  );
}

function* checks(configuration: Configuration): Generator<ConfigurationCheckRow> {
  const { projects, reports } = configuration;
  yield* repeatedKeys('projects', projects);
  yield* repeatedKeys('reports', reports);
  yield* repeatedProjects(projects);
  const known = new Set(projects.map(({ key }) => key));
  // Only one report of a project may ask for promises: two would ask the same people for the same tasks.
  const asking = new Map<string, string>();
  for (const [index, report] of reports.entries()) {
    const path = ['reports', index];
    yield* projectChecks(report, [...path, 'projects'], known);
    yield* scheduleChecks(report, [...path, 'when'], projects);
    yield* recipientChecks(report, path);
    yield* answersChecks(report, [...path, 'answers']);
    for (const { key } of report.answers ? projectsOfReport(report, projects) : []) {
      const first = getOrInsert(asking, key, () => report.key);
      yield [
        first !== report.key,
        [...path, 'answers'],
        `asks for promises of ${quotedTextUnlessSecret(key)}, as ${quotedTextUnlessSecret(first)} does already`,
        'Let one report of a project have answers.',
      ];
    }
  }
  const { port, planning } = machineSettingsOf(configuration);
  yield [
    // Port 0 means any free port.
    port !== 0 && port === planning?.port,
    ['deployment', 'machine', 'planning', 'port'],
    `${port} is the port of links too, deployment.machine.port`,
    'Give each its own.',
  ];
}

function* repeatedKeys(
  list: string,
  items: readonly { readonly key: string }[],
): Generator<ConfigurationCheckRow> {
  const firsts = new Map<string, number>();
  for (const [index, { key }] of items.entries()) {
    const first = getOrInsert(firsts, key, () => index);
    const message = `${JSON.stringify(key)} is already the key of ${list}[${first}]`;
    yield [first !== index, [list, index, 'key'], message, 'Give each a different key.'];
  }
}

/**
 * Finds projects that occur under two keys. The second is nearly always a copied entry whose id was not changed: it
 * would mail one site's work under the name of another, and number its issues twice.
 */
function* repeatedProjects(projects: Configuration['projects']): Generator<ConfigurationCheckRow> {
  const firsts = new Map<string, number>();
  for (const [index, { region, projectId, baseUrl }] of projects.entries()) {
    const identity = JSON.stringify([withoutTrailingSlashes(baseUrl), region, projectId]);
    const first = getOrInsert(firsts, identity, () => index);
    yield [
      first !== index,
      ['projects', index, 'projectId'],
      `${JSON.stringify(projectId)} in ${region} is already configured as projects[${first}]`,
      'Correct the id, or remove one of the two entries.',
    ];
  }
}

function* projectChecks(
  { projects = [] }: ReportConfiguration,
  path: PropertyPath,
  known: ReadonlySet<string>,
): Generator<ConfigurationCheckRow> {
  let unknown = 0;
  const listed = new Set<string>();
  for (const [index, name] of projects.entries()) {
    const at = [...path, index];
    if (!known.has(name)) {
      unknown += 1;
      const otherwise = `Use one of ${shortListText([...known], 20)}.`;
      // Later problems are not shown, and finding the nearest name takes long.
      const remedy = unknown > maxProblems ? otherwise : didYouMean(name, known, otherwise);
      yield [true, at, `there is no project ${quotedTextUnlessSecret(name)}`, remedy];
    }
    yield [listed.has(name), at, `${quotedTextUnlessSecret(name)} is listed twice`, 'Remove one of the two.'];
    listed.add(name);
  }
}

function* scheduleChecks(
  report: ReportConfiguration,
  path: PropertyPath,
  projects: Configuration['projects'],
): Generator<ConfigurationCheckRow> {
  const { when } = report;
  if (when === undefined) return;
  const at = [...path, when.onImport ? 'atLatest' : 'cron'];
  if (!hasScheduledTime(when)) {
    yield [true, at, `${JSON.stringify(when.cron)} never occurs`, 'Check the day of month and the month.'];
    return;
  }
  const zones = new Set(projectsOfReport(report, projects).map(({ timeZone }) => when.timeZone ?? timeZone));
  for (const zone of zones) {
    const skipped = findSkippedTime(when, zone);
    if (!skipped?.isOnlyTimeOfDay) continue;
    const { time, from, to } = skipped;
    yield [
      true,
      at,
      `${time} does not exist in ${zone}, because the clocks go forward then, and that run would be lost`,
      `Choose a time before ${from} or from ${to}.`,
    ];
    return;
  }
}

function* recipientChecks(
  { to, cc, audiences }: ReportConfiguration,
  path: PropertyPath,
): Generator<ConfigurationCheckRow> {
  const all = to.length + cc.length;
  yield [
    all > maxRecipients,
    [...path, 'to'],
    `to and cc together have ${all} addresses`,
    `A message can go to at most ${maxRecipients}: use a distribution list.`,
  ];
  const giveAddresses = 'Give the addresses in to, by name.';
  for (const [index, { each, to: named = {}, everyoneFound = false }] of audiences.entries()) {
    const at = [...path, 'audiences', index];
    const isPerson = each === 'owner' || each === 'assignee';
    yield [
      audiences.findIndex((audience) => audience.each === each) < index,
      [...at, 'each'],
      `there is already an audience for each ${each}`,
      'Merge the two, or each of them gets two messages.',
    ];
    yield [
      everyoneFound && !isPerson,
      [...at, 'everyoneFound'],
      `the planning service has no address of a ${each}`,
      giveAddresses,
    ];
    yield [
      !everyoneFound && Object.keys(named).length === 0,
      at,
      'this audience has no recipient',
      isPerson
        ? `Name people in to, with their addresses, or set everyoneFound: true for every ${each} whom the planning service lists with an address.`
        : giveAddresses,
    ];
  }
}

function* answersChecks(
  { answers, audiences, detail, pages }: ReportConfiguration,
  path: PropertyPath,
): Generator<ConfigurationCheckRow> {
  if (answers === undefined) return;
  const { until, remind } = answers;
  // `2 18:00` for `SUN 18:00`
  const sortable = (time: string) =>
    time.replace(/\w+/, (day) => String(Object.keys(closingDayOffsets).indexOf(day)));
  yield [
    remind !== undefined && sortable(remind) >= sortable(until),
    [...path, 'remind'],
    `is not before the answers close, ${until}`,
    'Choose an earlier time.',
  ];
  yield [
    audiences.length === 0,
    path,
    'asks nobody, because the report has no audiences',
    'Add audiences, such as one for each subcontractor.',
  ];
  yield [pages === 'off', path, 'needs pages, which are switched off', 'Remove pages: off, or answers.'];
  yield [
    detail === 'days',
    path,
    'asks readers outside, who see days and places only',
    'Remove detail: days, or answers.',
  ];
}
