import process from 'node:process';
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { probeService } from '../../conformance/probe-service.ts';
import { formatProbe } from '../../conformance/report/format-probe.ts';
import { brokenChecks, sawAnything } from '../../conformance/report/report.ts';
import { guardedFetch } from '../../planning/client/guarded-fetch.ts';
import { parseBaseUrl } from '../../planning/client/urls.ts';
import { regionTimeZones } from '../../planning-server/stores/store.ts';
import { badInput, runFailed } from '../failure.ts';
import { parseOptions, projectReferenceOption } from '../options.ts';
import type { Terminal } from '../terminal.ts';

const addressOption = z
  .string()
  .check(
    z.refine(
      isAddress,
      'use the address of the service without the region, such as https://planning.example.com, and no key in it',
    ),
  );

const schema = z.object({
  baseUrl: addressOption,
  project: projectReferenceOption,
  strict: z._default(z.boolean(), false),
  json: z._default(z.boolean(), false),
});

const wording = {
  address: '--base-url',
  project: '--project',
  slower: 'Run conformance again when nothing else asks the service, or let the key send more.',
};

/** Enough for every check, whatever the size of the project. */
const maxRequests = 300;
/** Width in columns where the output is not a terminal. */
const plainWidth = 120;

/**
 * Puts every check to a service and prints the table.
 * @throws BadInput without a key, NoSuchProjectError, and RunFailed where a check that counts is broken, or the service stopped answering
 */
export async function conformance(options: unknown, terminal: Terminal): Promise<void> {
  const { baseUrl, project, strict } = parseOptions(schema, options);
  const { PLANNING_API_KEY: key, PLANNING_CLIENT_ID: clientId, PLANNING_CLIENT_SECRET: secret } = process.env;
  if (!key) throw badInput('There is no key', 'Put the key of the service into PLANNING_API_KEY.');
  const progress = await terminal.progress();
  const asking = probeService({
    ...project,
    baseUrl,
    timeZone: regionTimeZones[project.region],
    key: async () => key,
    credentials: clientId && secret ? { clientId, clientSecret: secret } : undefined,
    fetch: guardedFetch,
    now: Temporal.Now.instant(),
    pauseMs: 0,
    maxRequests,
    wording,
    onQuestion: ({ question, number, of }) => progress.step(`${number} of ${of}: ${question}`),
  });
  const report = await asking.finally(() => progress.stop());
  const broken = brokenChecks(report, strict ? 'strict' : 'contract').map(({ id }) => id);
  terminal.json({ ...report, broken });
  const width = process.stdout.columns ?? plainWidth;
  if (sawAnything(report)) terminal.line(formatProbe(report, { width, title: 'Conformance' }));
  const { stopped } = report;
  if (stopped) throw runFailed('curable', `Stopped early: ${stopped.reason}. ${stopped.remedy}`);
  if (broken.length > 0) throw runFailed('curable', `The service does not conform: ${broken.join(', ')}.`);
}

function isAddress(text: string): boolean {
  try {
    parseBaseUrl(text, { operation: 'client' });
    return true;
  } catch {
    return false;
  }
}
