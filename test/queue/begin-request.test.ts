import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { formatDay } from '#base/day.ts';
import { beginRequest, type RunRequest, runOfJob } from '#queue/begin-request.ts';
import { configurationOf } from '../support/a-world.ts';
import { aConfigurationText, weekly } from '../support/builders/a-configuration.ts';
import { day } from '../support/builders/a-plan-input.ts';
import { aQueuedJob } from '../support/builders/a-queued-job.ts';
import { createMemoryStore } from '../support/memory-store.ts';

const configuration = configurationOf(aConfigurationText({ reports: [weekly] }));

describe('the report day', () => {
  const now = Temporal.Instant.from('2026-11-23T10:00:00Z');
  const store = createMemoryStore();
  const begin = async (request: Partial<RunRequest>, at = now) => {
    const asked = { projects: [], reports: [], mode: 'send', runId: 'trial', ...request } as const;
    const runs = await beginRequest(asked, { configuration, store, now: at });
    return runs.map(({ reportDay, window }) => [reportDay, window.first].map(formatDay));
  };

  it('of a request is today, or the date that it names', async () => {
    expect(await begin({ runId: 'today' })).toEqual([['2026-11-23', '2026-11-30']]);
    expect(await begin({ reportDay: day('2016-11-11') })).toEqual([['2016-11-11', '2016-11-14']]);
  });

  it('of a continued run is the day on which it began', async () => {
    expect(await begin({}, now.add({ hours: 48 }))).toEqual([['2016-11-11', '2016-11-14']]);
  });

  it('of a scheduled run without a manifest is the day on which it was due', async () => {
    const window = { first: '2026-11-23', last: '2026-11-29', weeks: 1 };
    const run = { runId: '2026-11-20T14-00-00Z', window };
    expect(await begin(run)).toEqual([['2026-11-20', '2026-11-23']]);
  });

  it('of a queued job is that of the job, however late it is processed', () => {
    const [project] = configuration.projects;
    const job = aQueuedJob({ project: project?.key ?? '' });
    expect(runOfJob(job, { configuration, now }).reportDay).toBe(day('2026-11-20'));
  });
});
