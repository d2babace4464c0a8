/** A report that was not delivered, as its notices describe it. */
import type { Configuration } from '../../config/configuration.ts';
import type { NoticeLine } from '../../mail/notice-layout.ts';
import type { DispatchId } from '../store/dispatch-id.ts';
import type { RunId } from '../store/run-id.ts';
import type { WindowText } from '../store/stored-object.ts';
import type { NotifyParts } from './notify-contact.ts';

export type OutstandingReport = {
  readonly project: string;
  readonly report: string;
  readonly dispatchId: DispatchId;
  readonly runId: RunId;
  readonly window: WindowText;
  /** The request that asked for it, and its date; both undefined where a schedule made it due. */
  readonly request?: object;
  readonly requestDate?: string;
};

/** What a notice about undelivered reports takes. */
export type OutstandingParts = Omit<NotifyParts, 'configuration'> & {
  readonly configuration: Configuration;
  /** Name of the report function, for the command that sends a report again. */
  readonly reportFunction?: string | undefined;
};

/** The contact of a report; for a report that is no longer configured, the contact of the first one. */
export function contactOf(report: string, { reports }: Configuration): string {
  const own = reports.find(({ key }) => key === report) ?? reports[0];
  return own?.contact ?? '';
}

/** How a person has a report delivered after all: the command that invokes the report function for its run or request. */
export function sendAgainLines(
  { project, report, dispatchId, runId, window, request }: OutstandingReport,
  reportFunction: string | undefined,
): readonly NoticeLine[] {
  // A name or an address may hold the quote that ends a word of the shell; JSON can escape it.
  const payload = JSON.stringify(request ?? { project, report, dispatchId, runId, window }).replaceAll(
    "'",
    '\\u0027',
  );
  const name = reportFunction ?? '<report function>';
  // By default the command line stops waiting after a minute, and sends the request again while the first one runs.
  const command = `aws lambda invoke --function-name ${name} --cli-binary-format raw-in-base64-out --cli-read-timeout 0 --payload '${payload}' answer.json`;
  return [
    {
      kind: 'text',
      text: 'Once the cause is fixed, this command sends it. It goes on where the last attempt stopped, and sends no message twice:',
    },
    { kind: 'command', text: command },
  ];
}
