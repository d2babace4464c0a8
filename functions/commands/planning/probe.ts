import process from 'node:process';
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ProjectConfiguration } from '../../config/configuration.ts';
import { loadConfiguration } from '../../config/load-configuration.ts';
import { probeService } from '../../conformance/probe-service.ts';
import { formatProbe } from '../../conformance/report/format-probe.ts';
import { sawAnything } from '../../conformance/report/report.ts';
import { RequestError } from '../../delivery/request/parse-request.ts';
import { unknownKeys } from '../../delivery/request/requested-reports.ts';
import { credentialsOf, keyOf } from '../../machine/environment-keys.ts';
import { guardedFetch } from '../../planning/client/guarded-fetch.ts';
import { runFailed } from '../failure.ts';
import { commonOptions, parseOptions, unusableOptions, wholeNumber } from '../options.ts';
import type { Terminal } from '../terminal.ts';

const schema = z.object({
  ...commonOptions,
  project: z.optional(z.string()),
  pause: wholeNumber(0, 60_000),
});

const wording = {
  address: 'baseUrl of the project in the configuration',
  project: 'region and projectId in the configuration',
  slower: 'Probe again later, with a longer --pause between requests.',
};

/** Maximum wait for a token, where the key is one. Milliseconds. */
const keyTimeout = 30_000;
/** Width in columns where the output is not a terminal. */
const plainWidth = 120;

/**
 * Asks a real service, with a real key, how it behaves on the open points of the contract, and prints the answers.
 * @throws BadInput, NoSuchProjectError, or RunFailed where the probe ended early: the key was refused, or the service did not answer
 */
export async function probe(options: unknown, terminal: Terminal): Promise<void> {
  const request = parseOptions(schema, options);
  const project = await projectOf(request);
  const { provider } = await keyOf(project, process.env);
  const progress = await terminal.progress();
  const asking = probeService({
    baseUrl: project.baseUrl,
    region: project.region,
    projectId: project.projectId,
    timeZone: project.timeZone,
    key: () => provider({ refused: undefined, signal: AbortSignal.timeout(keyTimeout), secrets: new Set() }),
    credentials: credentialsOf(project, process.env),
    fetch: guardedFetch,
    now: Temporal.Now.instant(),
    pauseMs: request.pause,
    wording,
    onQuestion: ({ question, number, of }) => progress.step(`${number} of ${of}: ${question}`),
  });
  const report = await asking.finally(() => progress.stop());
  terminal.json(report);
  const width = process.stdout.columns ?? plainWidth;
  if (sawAnything(report)) terminal.line(formatProbe(report, { width, title: 'Probe' }));
  if (report.stopped) {
    throw runFailed('curable', `Stopped early: ${report.stopped.reason}. ${report.stopped.remedy}`);
  }
}

async function projectOf({ config, project }: z.infer<typeof schema>): Promise<ProjectConfiguration> {
  const { projects } = await loadConfiguration(config);
  const found = project === undefined ? projects[0] : projects.find(({ key }) => key === project);
  if (found) return found;
  throw unusableOptions(
    new RequestError(unknownKeys('project', project === undefined ? [] : [project], projects)),
  );
}
