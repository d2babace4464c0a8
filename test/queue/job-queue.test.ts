import { describe, expect, it } from 'vitest';
import { createFirstJob, jobJson, parseJob } from '#queue/job-queue.ts';
import { requestedRunId } from '#runs/store/names.ts';
import { aDueReport, aQueuedJob, dispatchId } from '../support/builders/a-queued-job.ts';
import { planningErrorOf } from '../support/planning/a-planning-client.ts';

const job = aQueuedJob();
/** The message of the job with changed properties. */
const changed = (changes: object) => JSON.stringify({ ...JSON.parse(jobJson(job)), ...changes });

describe('a queued job', () => {
  it('has the properties of its entry in the manifest, and is the first attempt', () => {
    expect(createFirstJob(dispatchId, aDueReport())).toEqual(job);
    expect(job).toMatchObject({ attempt: 1, broughtBack: 0 });
  });

  it.each([
    job,
    aQueuedJob({ attempt: 99, broughtBack: 2, notBefore: '2026-11-20T16:00:00Z', waitsFor: '1f3a5b7c' }),
    aQueuedJob({ projectName: 'Über “Tower” \n 🏗', reportName: '' }),
  ])('is read from its message as it was sent: case %#', (sent) => {
    expect(parseJob(jobJson(sent))).toEqual(sent);
  });

  it('may have a run id that is longer than a caller’s own name', () => {
    const runId = requestedRunId('Ä'.repeat(20));
    expect(runId).toHaveLength(124);
    expect(parseJob(jobJson(aQueuedJob({ runId, dispatchId: runId })))).toMatchObject({
      runId,
      dispatchId: runId,
    });
  });

  it('may have properties that this release does not know', () => {
    expect(parseJob(changed({ colour: 'red' }))).toEqual(job);
  });
});

describe('a message that is not a job', () => {
  it.each([
    ['not JSON', 'not JSON', /\(Invalid input: expected object/],
    ['nothing', '', /\(Invalid input: expected object/],
    ['of another release', changed({ version: 4 }), /\(version: expected 7\)/],
    ['without a report day', changed({ reportDay: undefined }), /\(reportDay: /],
    ['without a dispatch', changed({ dispatchId: undefined }), /\(dispatchId: expected a dispatch id/],
    ['with a run id that is not valid', changed({ runId: 'own-name' }), /\(runId: expected a run id/],
    [
      'with a window that is not valid',
      changed({ window: { first: '2026-11-31', last: '2026-11-29', weeks: 1 } }),
      /\(window\.first: expected a date/,
    ],
    ['with attempt 0', changed({ attempt: 0 }), /\(attempt: /],
    [
      'with a deadline that is not a time',
      changed({ deliverBy: 'tomorrow' }),
      /\(deliverBy: expected an instant/,
    ],
  ])('is refused, with what to do: %s', (_, text, words) => {
    expect(() => parseJob(text)).toThrow(words);
    expect(() => parseJob(text)).toThrow(/If another release queued it, deploy that one again\./);
  });

  it('counts as a defect of the program, and its text is not quoted', async () => {
    const failure = await planningErrorOf((async () => parseJob('{"secret":"hunter2"'))());
    expect(failure).toMatchObject({ name: 'JobError', kind: 'defect' });
    expect(String(failure)).not.toContain('hunter2');
  });
});
