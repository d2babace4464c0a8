/** `lookahead.yaml` as the deployment of a stage needs it, checked for mistakes that only a deployment can make. */
import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, normalize, resolve } from 'node:path';
import { quotedTextUnlessSecret } from '#base/text/looks-like-key.ts';
import { formatConfigurationBundle } from '#cloud/bundled-configuration.ts';
import type { Configuration } from '#config/configuration.ts';
import { ConfigurationError, type ConfigurationFinding } from '#config/configuration-error.ts';
import { loadConfiguration } from '#config/load-configuration.ts';
import type { ApiKeySource, SecretSource } from '#config/project.ts';
import { configurationOfStage, projectsOfReport } from '#config/projects-of.ts';
import { eventBridgeSchedule } from '#config/schedule/schedule.ts';
import type { Budget, StageSettings } from '#config/stage/stage.ts';
import { readYaml } from '#config/yaml-source.ts';
import type { Retention } from '../life-cycle.ts';
import { ContextError } from './context.ts';

export type ScheduleWithExpressions = {
  readonly cron: string;
  readonly timeZone: string;
  readonly expressions: readonly string[];
};

/**
 * Maximum number of characters of all names of secrets together: they are in one statement, for which the CDK makes a
 * managed policy if it is long, and IAM allows 6,144 characters in such a policy.
 */
const maxSecretNamesLength = 5_000;
const charactersBesideSecretName = 75;

export type Stage = StageSettings & { readonly name: string; readonly retention: Retention };

export type Deployment = {
  readonly stage: Stage;
  readonly budget: Budget | undefined;
  readonly tags: Readonly<Record<string, string>>;
  readonly folder: string;
  /** The part of the configuration that the stage uses, as it is deployed with the functions. */
  readonly bundle: string;
  readonly from: string;
  readonly dueTimes: readonly ScheduleWithExpressions[];
  readonly secretNames: readonly string[];
  readonly logos: readonly string[];
  /** The first report and one of its projects, for the example of a request in the outputs. */
  readonly example: { readonly project: string; readonly report: string };
  /** Region and id of the first project, for the example of a key in the outputs. */
  readonly planningProject: string;
  readonly warnings: readonly string[];
};

/**
 * @param name the stage to be deployed
 * @throws ContextError if the file has no such stage; ConfigurationError with file, line and remedy of every problem:
 *   those that any run would report, API keys of the stage's projects that are only in an environment variable, which
 *   a deployed function does not have, more secrets than a policy can name, logos outside the file's folder, and a
 *   stage without reports
 */
export async function readDeployment(path: string, name: string | undefined): Promise<Deployment> {
  const whole = await loadConfiguration(path);
  const stage = namedStage(whole, name);
  const configuration = configurationOfStage(whole, stage);
  const { projects } = configuration;
  const [first] = projects;
  const problems = whole.projects.flatMap((project, index) =>
    projects.includes(project)
      ? [...keyProblems(project.apiKey, index), ...logoProblems(project.logo, index)]
      : [],
  );
  problems.push(...secretProblems(whole, projects));
  if (configuration.reports.length === 0) {
    problems.push({
      path: ['deployment', 'stages', stage.name, 'regions'],
      message: `no report is made for a project in ${stage.regions.join(' or ')}, so this stage would send nothing`,
      remedy: 'Add a report, or remove the stage.',
    });
  }
  if (problems.length > 0) {
    throw new ConfigurationError(path, problems, readYaml(readFileSync(path, 'utf8')));
  }
  return {
    stage,
    budget: whole.deployment?.budget,
    tags: whole.deployment?.tags ?? {},
    folder: dirname(resolve(path)),
    bundle: formatConfigurationBundle(configuration),
    from: configuration.from,
    dueTimes: dueTimesOf(configuration),
    secretNames: distinct(projects.flatMap(({ apiKey }) => secretsOf(apiKey).map(secretName))),
    logos: distinct(projects.flatMap(({ logo }) => (logo === undefined ? [] : [normalize(logo)]))),
    example: exampleReport(configuration),
    planningProject: first === undefined ? '' : `${first.region}/${first.projectId}`,
    warnings: [...localWarnings(configuration), ...mailWarnings(configuration)],
  };
}

function namedStage({ deployment, answerNameDays }: Configuration, name: string | undefined): Stage {
  const stages = new Map(Object.entries(deployment?.stages ?? {}));
  const settings = stages.get(name ?? '');
  if (name !== undefined && settings !== undefined) {
    return { name, ...settings, retention: { ...settings.retention, answerNameDays } };
  }
  const problem =
    name === undefined
      ? 'context stage: is not set'
      : `context stage: there is no stage ${quotedTextUnlessSecret(name)}`;
  const remedy =
    stages.size === 0
      ? 'Add one to lookahead.yaml under deployment.stages; docs/deploy.md says how.'
      : `Use -c stage=… with one of ${[...stages.keys()].join(', ')}.`;
  throw new ContextError([`${problem}. ${remedy}`]);
}

function exampleReport({ projects, reports }: Configuration): Deployment['example'] {
  const [report] = reports;
  const [project] = report ? projectsOfReport(report, projects) : [];
  return { project: project?.key ?? '', report: report?.key ?? '' };
}

function localWarnings({ projects }: Configuration): readonly string[] {
  const local = projects.filter(({ baseUrl }) => new URL(baseUrl).protocol === 'http:');
  const [first, ...others] = local;
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : ` (so do ${others.length} more)`;
  return [
    `The project ${first.key} reads from ${first.baseUrl}${more}, which is this machine: a deployed function cannot reach it. Give the planning service's own address before deploying.`,
  ];
}

function mailWarnings({ mail }: Configuration): readonly string[] {
  if (mail === undefined) return [];
  return [
    `The configuration sends mail through ${mail.smtp.host} (mail.smtp), which only \`run --send\` does: the deployed functions send through SES.`,
  ];
}

function keyProblems(apiKey: ApiKeySource, index: number): readonly ConfigurationFinding[] {
  return secretsOf(apiKey)
    .filter((source) => !('secret' in source))
    .slice(0, 1)
    .map(() => ({
      path: ['projects', index, 'apiKey'],
      message: 'the key is in an environment variable only, which a deployed function does not have',
      remedy:
        'Name the Secrets Manager secret that holds it too, such as { secret: lookahead/planning-gb, env: PLANNING_API_KEY }.',
    }));
}

function secretProblems(
  whole: Configuration,
  projects: Configuration['projects'],
): readonly ConfigurationFinding[] {
  const named = new Set<string>();
  let room = maxSecretNamesLength;
  let excess: number | undefined;
  for (const project of projects) {
    for (const name of secretsOf(project.apiKey).map(secretName)) {
      if (named.has(name)) continue;
      named.add(name);
      room -= name.length + charactersBesideSecretName;
      if (room < 0) excess ??= whole.projects.indexOf(project);
    }
  }
  if (excess === undefined) return [];
  return [
    {
      path: ['projects', excess, 'apiKey'],
      message: `this stage has keys in ${named.size} secrets, more than the policy of a role can name`,
      remedy: `Put many keys into one secret as JSON, and name each by its property: { secret: lookahead/planning, property: ${whole.projects[excess]?.key ?? ''} }.`,
    },
  ];
}

function logoProblems(logo: string | undefined, index: number): readonly ConfigurationFinding[] {
  if (logo === undefined || (!isAbsolute(logo) && !normalize(logo).startsWith('..'))) return [];
  return [
    {
      path: ['projects', index, 'logo'],
      message: `${JSON.stringify(logo)} is outside the folder of this file, so it cannot be deployed with it`,
      remedy: 'Put the logo beside the file or in a folder below it.',
    },
  ];
}

function secretsOf(apiKey: ApiKeySource): readonly SecretSource[] {
  return 'token' in apiKey ? [apiKey.token.clientId, apiKey.token.clientSecret] : [apiKey];
}

function secretName(source: SecretSource): string {
  return 'secret' in source ? source.secret : '';
}

/**
 * Every distinct cron and time zone of the reports, in a fixed order. `FRI` and `5` are one schedule: schedules are
 * compared by their EventBridge expression, as in the functions.
 */
function dueTimesOf({ projects, reports }: Configuration): readonly ScheduleWithExpressions[] {
  const found = new Map<string, ScheduleWithExpressions>();
  for (const report of reports) {
    const { when } = report;
    if (when === undefined) continue;
    for (const project of projectsOfReport(report, projects)) {
      const { expressions, timeZone } = eventBridgeSchedule(when, project.timeZone);
      const schedule = `${expressions.join(' ')} ${timeZone}`;
      if (!found.has(schedule)) found.set(schedule, { cron: when.cron, timeZone, expressions });
    }
  }
  return [...found].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, dueTime]) => dueTime);
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort();
}
