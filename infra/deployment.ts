/** `lookahead.yaml` as a deployment needs it, checked for mistakes that only a deployment can make. */
import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, normalize, resolve } from 'node:path';
import { type Configuration, projectsOf } from '../functions/config/configuration.ts';
import { ConfigurationError, type ConfigurationProblem } from '../functions/config/configuration-error.ts';
import type { KeySource, SecretSource } from '../functions/config/key-source.ts';
import { configurationJson, loadConfiguration } from '../functions/config/load-configuration.ts';
import { eventBridgeSchedule } from '../functions/config/schedule.ts';
import { readYaml } from '../functions/config/yaml-source.ts';

/** One distinct `when`: as the file spells it and as EventBridge does. */
export type DueTime = {
  readonly cron: string;
  readonly timeZone: string;
  /** `cron(0 14 ? * FRI *)` */
  readonly expression: string;
};

/**
 * A function's policy has room for this many names of secrets. With more of them, their folders are granted instead,
 * so each secret must then be in a folder.
 */
export const maxSecretNames = 40;

export type Deployment = {
  /** The folder of the file, as an absolute path. */
  readonly folder: string;
  /** The file's content as the JSON that the functions carry. */
  readonly json: string;
  readonly from: string;
  readonly dueTimes: readonly DueTime[];
  /** Names of the Secrets Manager secrets that hold keys of the planning service, each once. */
  readonly secretNames: readonly string[];
  /** Paths of logos, relative to the folder, each once. */
  readonly logos: readonly string[];
  /** The first report and a project that has it, for the example of a request in the outputs. */
  readonly example: { readonly project: string; readonly report: string };
  /** What is unusual but may be intended. One line each. */
  readonly warnings: readonly string[];
};

/**
 * Reads and checks the file.
 * @throws ConfigurationError with file, line and remedy of every problem: those that any run would report, keys that
 *   only a laptop could find, and logos outside the file's folder
 */
export async function readDeployment(path: string): Promise<Deployment> {
  const configuration = await loadConfiguration(path);
  const text = readFileSync(path, 'utf8');
  const problems: Found[] = configuration.projects.flatMap((project, index) => [
    ...keyProblems(project.apiKey, index),
    ...logoProblems(project.logo, index),
  ]);
  problems.push(...folderProblems(configuration));
  if (problems.length > 0) {
    const source = readYaml(text);
    throw new ConfigurationError(
      path,
      problems.map(({ at, ...problem }): ConfigurationProblem => ({ ...problem, ...source.placeOf(at) })),
    );
  }
  const { projects } = configuration;
  return {
    folder: dirname(resolve(path)),
    json: configurationJson(text),
    from: configuration.from,
    dueTimes: dueTimesOf(configuration),
    secretNames: distinct(projects.flatMap(({ apiKey }) => secretsOf(apiKey).map(secretName))),
    logos: distinct(projects.flatMap(({ logo }) => (logo === undefined ? [] : [normalize(logo)]))),
    example: exampleOf(configuration),
    warnings: [...localWarnings(configuration), ...mailWarnings(configuration)],
  };
}

function exampleOf({ projects, reports }: Configuration): Deployment['example'] {
  const [report] = reports;
  const [project] = report ? projectsOf(report, projects) : [];
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

type Found = Omit<ConfigurationProblem, 'line' | 'column'> & { readonly at: (string | number)[] };

function keyProblems(apiKey: KeySource, index: number): readonly Found[] {
  return secretsOf(apiKey)
    .filter((source) => !('secret' in source) || source.secret === undefined)
    .slice(0, 1)
    .map(() => ({
      at: ['projects', index, 'apiKey'],
      path: `projects[${index}].apiKey`,
      message: 'the key is in an environment variable only, which a deployed function does not have',
      remedy:
        'Name the Secrets Manager secret that holds it too, such as { secret: lookahead/planning-gb, env: PLANNING_API_KEY }.',
    }));
}

function folderProblems({ projects }: Configuration): readonly Found[] {
  const names = projects.map(({ apiKey }) => secretsOf(apiKey).map(secretName));
  if (new Set(names.flat()).size <= maxSecretNames) return [];
  return names.flatMap((ofProject, index) => {
    const loose = ofProject.find((name) => name !== '' && !name.includes('/'));
    if (loose === undefined) return [];
    return [
      {
        at: ['projects', index, 'apiKey'],
        path: `projects[${index}].apiKey`,
        message: `the secret ${JSON.stringify(loose)} is not in a folder, and more than ${maxSecretNames} secrets are too many to grant one by one`,
        remedy: `Name it with a folder that holds only such keys, such as "lookahead/keys/${loose}".`,
      },
    ];
  });
}

function logoProblems(logo: string | undefined, index: number): readonly Found[] {
  if (logo === undefined || (!isAbsolute(logo) && !normalize(logo).startsWith('..'))) return [];
  return [
    {
      at: ['projects', index, 'logo'],
      path: `projects[${index}].logo`,
      message: `${JSON.stringify(logo)} is outside the folder of this file, so it cannot be deployed with it`,
      remedy: 'Put the logo beside the file or in a folder below it.',
    },
  ];
}

function secretsOf(apiKey: KeySource): readonly SecretSource[] {
  return 'token' in apiKey ? [apiKey.token.clientId, apiKey.token.clientSecret] : [apiKey];
}

function secretName(source: SecretSource): string {
  return source.secret ?? '';
}

/**
 * Every distinct cron and time zone of the reports, in a fixed order. `FRI` and `5` are one schedule: schedules are
 * compared by their EventBridge expression, as in the functions.
 */
function dueTimesOf({ projects, reports }: Configuration): readonly DueTime[] {
  const found = new Map<string, DueTime>();
  for (const report of reports) {
    const { when } = report;
    if (when === undefined) continue;
    for (const project of projectsOf(report, projects)) {
      const { expression, timeZone } = eventBridgeSchedule(when, project.timeZone);
      const schedule = `${expression} ${timeZone}`;
      if (!found.has(schedule)) found.set(schedule, { cron: when.cron, timeZone, expression });
    }
  }
  return [...found].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, dueTime]) => dueTime);
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort();
}
