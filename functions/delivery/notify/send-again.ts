import type { NoticeLine } from '../../mail/write-notice.ts';
import type { QueuedJob, ReportRequest } from '../dispatch/job-request.ts';

/** How a person has a report delivered after all: the report function, invoked with its own run, or as it was. */
export function sendAgainLines(
  job: QueuedJob & { readonly request?: ReportRequest },
  reportFunction: string | undefined,
): readonly NoticeLine[] {
  const { project, report, dispatchId, runId, window, request } = job;
  // A name or an address may hold the quote that ends a word of the shell; JSON can say it otherwise.
  const payload = JSON.stringify(request ?? { project, report, dispatchId, runId, window }).replaceAll(
    "'",
    '\\u0027',
  );
  const name = reportFunction ?? '<report function>';
  // Left to itself the command line gives up after a minute, and asks again while the first is still at it.
  const command = `aws lambda invoke --function-name ${name} --cli-binary-format raw-in-base64-out --cli-read-timeout 0 --payload '${payload}' answer.json`;
  return [
    {
      kind: 'text',
      text: 'Once the cause is mended, this sends it. It goes on where the last attempt stopped, and sends no message twice:',
    },
    { kind: 'command', text: command },
  ];
}
