import type { NoticeLine } from '../../mail/notice-layout.ts';
import { textOfWindow } from '../store/stored-object.ts';
import type { ReportState } from './report-state.ts';

/** The command that invokes the report function for the report's run, or for the request again. */
export function sendAgainLines(
  { project, report, dispatchId, runId, window, request }: ReportState,
  reportFunction: string | undefined,
): readonly NoticeLine[] {
  const run = { project, report, dispatchId, runId, window: textOfWindow(window) };
  // A name or an address may hold the quote that ends a word of the shell; JSON can escape it.
  const payload = JSON.stringify(request ?? run).replaceAll("'", '\\u0027');
  const name = reportFunction ?? '<report function>';
  // By default the command line stops waiting after a minute, and sends the request again while the first one runs.
  const command = `aws lambda invoke --function-name ${name} --cli-binary-format raw-in-base64-out --cli-read-timeout 0 --payload '${payload}' answer.json`;
  return [{ kind: 'command', text: command }];
}
