import { describe, expect, it } from 'vitest';
import { parseReportRequest } from '#queue/parse-report-request.ts';
import { cloudSendAgainFormatter, machineSendAgainFormatter } from '#watch/send-again-command.ts';
import { aReportState } from '../support/builders/a-report-state.ts';
import { invokePayload } from '../support/shell-command.ts';

describe('the command in the mail to a contact', () => {
  const lineFor = cloudSendAgainFormatter({ name: 'lookahead-prod-report', region: 'eu-west-2' });

  it('invokes the report function for the run that failed', () => {
    expect(parseReportRequest(invokePayload(lineFor(aReportState())))).toEqual({
      project: 'riverside',
      report: 'weekly',
      dispatchId: '2026-11-20T14-00-00Z-1f3a5b7c',
      runId: '2026-11-20T14-00-00Z',
      window: { first: '2026-11-23', last: '2026-11-29', weeks: 1 },
      mode: 'send',
    });
  });

  it('repeats a request unchanged, even with quotes and shell characters in it', () => {
    const request = parseReportRequest({
      project: 'riverside',
      report: 'weekly',
      mode: 'send',
      to: ["o'brien@example.com"],
      runId: '$(reboot) `"',
    });
    expect(parseReportRequest(invokePayload(lineFor(aReportState({ request }))))).toEqual(request);
  });

  it('runs the report again on one machine', () => {
    const command = machineSendAgainFormatter([
      '--send',
      '--config',
      'sites.yaml',
      '--out',
      "/srv/jo's site",
    ]);
    expect(command(aReportState())).toBe(
      "npm run lookahead -- run weekly --project riverside --run-id 2026-11-20T14-00-00Z --send --config sites.yaml --out '/srv/jo'\\''s site'",
    );
  });
});
