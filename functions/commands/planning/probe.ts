import process from 'node:process';
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { isTimeZone } from '#base/day.ts';
import { unusedProxyAdvice } from '#base/unused-proxy.ts';
import { badInputError, unfinishedCommandError } from '#commands/failure.ts';
import { flagOption, parseOptions, projectReferenceOption, wholeNumberOption } from '#commands/options.ts';
import type { Terminal } from '#commands/terminal.ts';
import { fixedKeyProvider, type KeyProvider } from '#planning/client/api-keys.ts';
import { fetchedTokenProvider } from '#planning/client/fetched-token.ts';
import { guardedFetch } from '#planning/client/guarded-fetch.ts';
import { parseBaseUrl } from '#planning/client/urls.ts';
import type { Region } from '#planning/contract/tasks-query.ts';
import { regionTimeZones } from '#planning-server/versions/version.ts';
import { formatProbe, probeService } from '#probe/probe-service.ts';

const schema = z.object({
  url: z.string(),
  project: projectReferenceOption,
  timeZone: z.optional(z.string().check(z.refine(isTimeZone, 'use an IANA name, such as Europe/London'))),
  pause: wholeNumberOption(0, 60_000),
  strict: flagOption,
});

/**
 * Asks a planning service everything that a report depends on, and prints the answers.
 * @throws BadInput, PlanningInputError, or RunFailed if the probe ended early, or with --strict if a check differs
 */
export async function probeCommand(options: unknown, terminal: Terminal): Promise<void> {
  const { url, project, timeZone, pause, strict } = parseOptions(schema, options);
  const baseUrl = parseBaseUrl(url, { operation: 'client', region: project.region });
  const key = keyFromEnvironment(baseUrl, project.region);
  const progress = await terminal.progress();
  const asking = probeService({
    ...project,
    ...key,
    baseUrl,
    timeZone: timeZone ?? regionTimeZones[project.region],
    fetch: guardedFetch,
    now: Temporal.Now.instant(),
    pauseMs: pause,
    unusedProxy: unusedProxyAdvice(baseUrl, process.env),
    onStep: progress.step,
  });
  const report = await asking.finally(() => progress.stop());
  terminal.print([report.stopped === undefined && formatProbe(report)], report);
  if (report.stopped !== undefined)
    throw unfinishedCommandError('curable', `Stopped early: ${report.stopped}`);
  if (report.rows.every(({ verdict }) => verdict !== 'holds'))
    throw unfinishedCommandError(
      'curable',
      'No check holds: this is not the Planning Read API, or it does not work.',
    );
  const differing = report.rows.filter(({ verdict }) => verdict === 'differs').map(({ id }) => id);
  if (strict && differing.length > 0)
    throw unfinishedCommandError('curable', `The service differs: ${differing.join(', ')}.`);
}

function keyFromEnvironment(
  baseUrl: string,
  region: Region,
): { readonly key: KeyProvider; readonly keyName: string } {
  const {
    PLANNING_API_KEY: key,
    PLANNING_CLIENT_ID: clientId,
    PLANNING_CLIENT_SECRET: clientSecret,
  } = process.env;
  if (key) return { key: fixedKeyProvider(key), keyName: 'the environment variable PLANNING_API_KEY' };
  if (!clientId || !clientSecret) {
    throw badInputError(
      'There is no key',
      'Put the key of the service into PLANNING_API_KEY, or client id and secret into PLANNING_CLIENT_ID and PLANNING_CLIENT_SECRET.',
    );
  }
  const keyName = 'PLANNING_CLIENT_ID and PLANNING_CLIENT_SECRET';
  return { key: fetchedTokenProvider({ baseUrl, region, clientId, clientSecret, keyName }), keyName };
}
