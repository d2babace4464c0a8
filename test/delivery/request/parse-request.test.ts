import { describe, expect, test } from 'vitest';
import { parseQueuedJob } from '../../../functions/delivery/request/parse-request.ts';
import { requestedRunId } from '../../../functions/delivery/store/run-id.ts';

describe('a queued job', () => {
  const runId = requestedRunId('Ä'.repeat(20));
  const job = {
    project: 'riverside',
    report: 'weekly',
    dispatchId: runId,
    runId,
    window: { first: '2026-11-23', last: '2026-11-29', weeks: 1 },
  };

  test('may have a run id that is longer than a caller’s own name', () => {
    expect(runId).toHaveLength(124);
    expect(parseQueuedJob(JSON.stringify(job))).toEqual(job);
  });

  test.each([
    ['not JSON', 'The request is not JSON.'],
    [
      JSON.stringify({ ...job, window: undefined, dispatchId: undefined }),
      /^The request is not a queued job/,
    ],
    [JSON.stringify({ ...job, runId: 'own-name' }), /^runId must be the id of a stored run/],
  ])('that does not describe a run is refused: %s', (body, words) => {
    expect(() => parseQueuedJob(body)).toThrow(words);
  });
});
