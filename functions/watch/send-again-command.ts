import * as z from 'zod/mini';
import { commandText } from '#base/text/shell.ts';
import type { DueReport } from '#queue/due-reports.ts';
import type { ReportOfDispatch } from '#runs/store/names.ts';
import { windowSchema } from '#runs/store/stored-object.ts';

type ReportToSend = ReportOfDispatch &
  Pick<DueReport, 'runId' | 'window'> & { readonly request?: object | undefined };

export type SendAgainCommandFormatter = (report: ReportToSend) => string;

/** Formats commands for the cloud. They invoke the report function for the report's run, or repeat the request. */
export function cloudSendAgainFormatter({
  name,
  region,
}: {
  readonly name: string;
  readonly region: string;
}): SendAgainCommandFormatter {
  return ({ project, report, dispatchId, runId, window, request }) => {
    const run = { project, report, dispatchId, runId, window: z.encode(windowSchema, window), mode: 'send' };
    // A name or an address may contain a single quote, which would end the shell word; JSON can escape it.
    const payload = JSON.stringify(request ?? run).replaceAll("'", '\\u0027');
    // Without a read timeout of 0, the AWS command line repeats the call after a minute, while the first still runs.
    return `aws lambda invoke --region ${region} --function-name ${name} --cli-binary-format raw-in-base64-out --cli-read-timeout 0 --payload '${payload}' answer.json`;
  };
}

/**
 * Formats commands for one machine. They run the report with its run id.
 * @param options command-line options that name the archive and say how to send
 */
export function machineSendAgainFormatter(options: readonly string[]): SendAgainCommandFormatter {
  return ({ project, report, runId }) => {
    const words = ['run', report, '--project', project, '--run-id', runId, ...options];
    return commandText(words);
  };
}
