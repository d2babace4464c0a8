import { describe, expect, it } from 'vitest';
import { parseReportRequest } from '#queue/parse-report-request.ts';
import { requestedRunId } from '#runs/store/names.ts';

describe('a request that continues a run', () => {
  const runId = requestedRunId('Ä'.repeat(20));
  const request = {
    project: 'riverside',
    report: 'weekly',
    dispatchId: runId,
    runId,
    mode: 'send',
    window: { first: '2026-11-23', last: '2026-11-29', weeks: 1 },
  };

  it('may have a run id that is longer than a caller’s own name', () => {
    expect(runId).toHaveLength(124);
    expect(parseReportRequest(request)).toEqual(request);
  });

  it.each([
    ['not an object', 'The request must be a JSON object with at least a "project".'],
    [{ ...request, runId: undefined }, /^dispatchId requires the runId .* window requires the runId/],
    [{ ...request, runId: 'own-name' }, /^runId must be the id of a stored run/],
  ])('that does not describe a run is refused: %j', (payload, words) => {
    expect(() => parseReportRequest(payload)).toThrow(words);
  });
});

describe('the recipients of a request', () => {
  const request = { project: 'riverside', mode: 'test', to: ['a@example.com', 'b@example.net'] };

  it('may be anybody, unless domains are configured', () => {
    expect(parseReportRequest(request).to).toEqual(request.to);
    expect(parseReportRequest(request, ['example.com', 'example.net']).to).toEqual(request.to);
  });

  it('outside the allowed domains are refused, and nothing is sent to the others', () => {
    expect(() => parseReportRequest(request, ['example.com'])).toThrow(
      'to[1] is not in a domain that reports may be mailed to. Use an address in example.com, or add its domain to allowedDomains in lookahead.yaml.',
    );
  });
});
