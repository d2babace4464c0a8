import * as z from 'zod/mini';
import { commandText } from '../base/text/shell.ts';
import type { Window } from '../lookahead/dates/window.ts';
import type { DispatchId, RunId } from './store/run-id.ts';
import { window as windowSchema } from './store/stored-object.ts';

/** A report that was not sent as it should. */
type ReportToSend = {
  readonly project: string;
  readonly report: string;
  readonly dispatchId: DispatchId;
  readonly runId: RunId;
  readonly window: Window;
  /** The request that asked for it; undefined if a schedule made it due. */
  readonly request?: object | undefined;
};

/** The command that sends what is left of a report, as a person types it. */
export type SendAgain = (report: ReportToSend) => string;

/** In the cloud: invokes the report function for the report's run, or for the request again. */
export function byFunction({ name, region }: { readonly name: string; readonly region: string }): SendAgain {
  return ({ project, report, dispatchId, runId, window, request }) => {
    const run = { project, report, dispatchId, runId, window: z.encode(windowSchema, window), mode: 'send' };
    // A name or an address may hold the quote that ends a word of the shell; JSON can escape it.
    const payload = JSON.stringify(request ?? run).replaceAll("'", '\\u0027');
    // By default the command line stops waiting after a minute, and sends the request again while the first one runs.
    return `aws lambda invoke --region ${region} --function-name ${name} --cli-binary-format raw-in-base64-out --cli-read-timeout 0 --payload '${payload}' answer.json`;
  };
}

/** On one machine: runs the report again on the command line. @param options those that say which archive and how */
export function byCommandLine(options: readonly string[]): SendAgain {
  return ({ project, report, runId }) => {
    const words = ['run', report, '--project', project, '--run-id', runId, ...options];
    return commandText(words);
  };
}
