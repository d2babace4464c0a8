import { describe, expect, it } from 'vitest';
import { sendAgainLines } from '../../../functions/delivery/notify/outstanding-report.ts';
import { parseRequest } from '../../../functions/delivery/request/parse-request.ts';
import { dispatchIdSchema } from '../../../functions/delivery/store/dispatch-id.ts';
import { runIdSchema } from '../../../functions/delivery/store/run-id.ts';
import { invokePayload } from '../../support/shell-command.ts';

describe('the command in the mail to a contact', () => {
  const job = {
    project: 'riverside',
    report: 'weekly',
    dispatchId: dispatchIdSchema.parse('2026-11-20T14-00-00Z-1f3a5b7c'),
    runId: runIdSchema.parse('2026-11-20T14-00-00Z'),
    window: { first: '2026-11-23', last: '2026-11-29', weeks: 1 },
  };
  const lineFor = (failed: Parameters<typeof sendAgainLines>[0]) =>
    sendAgainLines(failed, 'lookahead-prod-report').find(({ kind }) => kind === 'command')?.text ?? '';

  it('asks for the run that failed', () => {
    expect(parseRequest(invokePayload(lineFor(job)))).toEqual({ ...job, mode: 'send' });
  });

  it('asks for what a person asked for, whatever is in an address', () => {
    const request = parseRequest({
      project: 'riverside',
      to: ["o'brien@example.com"],
      runId: '$(reboot) `"',
    });
    expect(parseRequest(invokePayload(lineFor({ ...job, request })))).toEqual(request);
  });
});
