/** Jobs while the planning service is down: one at a time asks it, and none is lost. */
import { describe, expect, it } from 'vitest';
import { PlanningError } from '#planning/client/planning-error.ts';
import { missingObjectError } from '#runs/store/stored-object.ts';
import { aWorker, service } from '../support/a-worker.ts';
import { aQueuedJob } from '../support/builders/a-queued-job.ts';
import { deep } from '../support/deep-checks.ts';

const details = { operation: 'tasks', remedy: 'Do something.' } as const;
const down = new PlanningError('PlanningUnavailableError', 'it is down', { ...details, status: 503 });
const jobOf = (project: string) => aQueuedJob({ project });

/** A worker that found the service down for two projects, whose jobs wait. */
async function anOutage() {
  const worker = aWorker();
  worker.ends.push(down, down);
  await worker.receive(jobOf('north'));
  await worker.receive(jobOf('south'));
  return worker;
}

describe('while the planning service is down', () => {
  it('a job that found it down waits for it', async () => {
    const { queue } = await anOutage();
    expect(queue.sent).toMatchObject([
      { job: { project: 'north', attempt: 2, waitsFor: service }, delaySeconds: 60 },
      { job: { project: 'south', attempt: 2, waitsFor: service }, delaySeconds: 60 },
    ]);
  });

  it('one job asks, and the others are postponed without using up an attempt', async () => {
    const { receive, ends, queue, runs, memory } = await anOutage();
    ends.push(down);
    expect(await receive(jobOf('west'))).toMatchObject({ kind: 'failed' });
    queue.sent.length = 0;
    // It is 14:00:05, so the slot of five minutes ends in 295 seconds.
    expect(await receive(jobOf('east'))).toEqual({ kind: 'not asked', seconds: 295 });
    expect(queue.sent).toEqual([{ job: { ...jobOf('east'), waitsFor: service }, delaySeconds: 295 }]);
    expect(runs.map(({ project }) => project)).toEqual(['north', 'south', 'west']);
    expect([...memory.objects.keys()].filter((key) => key.includes('east_'))).toEqual([]);
  });

  it('a job that waits for it reads nothing about its report', async () => {
    const { receive, brake, memory } = await anOutage();
    await brake.admit(service);
    const lists: string[] = [];
    const { list } = memory;
    memory.list = async (prefix, options) => {
      lists.push(prefix);
      return list(prefix, options);
    };
    expect(await receive({ ...jobOf('east'), waitsFor: service })).toMatchObject({ kind: 'not asked' });
    expect(lists).toEqual([`outages/${service}/`]);
  });

  it('one answer lets all other jobs through without a wait', async () => {
    const { receive, queue, receiveNext } = await anOutage();
    expect(await receive(jobOf('west'))).toMatchObject({ kind: 'finished' });
    expect(await receive(jobOf('east'))).toMatchObject({ kind: 'finished' });
    while (queue.sent.length > 0) expect(await receiveNext()).toMatchObject({ kind: 'finished' });
  });

  it('an answer that refuses the query lets all other jobs through, too', async () => {
    const { receive, ends } = await anOutage();
    ends.push(
      new PlanningError('PlanningRefusedError', 'the key is not accepted', { ...details, status: 401 }),
    );
    expect(await receive(jobOf('west'))).toMatchObject({ kind: 'failed', failure: { kind: 'curable' } });
    expect(await receive(jobOf('east'))).toMatchObject({ kind: 'finished' });
  });

  it('a failure of something else does not count as an answer', async () => {
    const { receive, ends } = await anOutage();
    ends.push(missingObjectError('issues/west/issue.json'));
    expect(await receive(jobOf('west'))).toMatchObject({ kind: 'failed' });
    expect(await receive(jobOf('east'))).toMatchObject({ kind: 'not asked' });
  });

  it('failures of a single project do not hold back the jobs of others', async () => {
    const { receive, receiveNext, ends, queue } = aWorker();
    ends.push(down);
    await receive(jobOf('north'));
    for (const project of ['south', 'west', 'east']) {
      expect(await receive(jobOf(project))).toMatchObject({ kind: 'finished' });
    }
    ends.push(down);
    expect(await receiveNext()).toMatchObject({ kind: 'failed' });
    expect(queue.sent).toHaveLength(1);
    expect(await receive(jobOf('far'))).toMatchObject({ kind: 'finished' });
  });

  it('a job asks ten minutes before its deadline and each minute after, and can still be delivered then', async () => {
    const { receive, receiveNext, ends, queue, runs, brake, clock } = await anOutage();
    ends.push(down);
    await receive(jobOf('west'));
    queue.sent.length = 0;
    const deliverBy = clock.now().add({ minutes: 12, seconds: 10 });
    expect(await receive({ ...jobOf('east'), deliverBy })).toEqual({ kind: 'not asked', seconds: 130 });
    expect(await receiveNext()).toEqual({ kind: 'not asked', seconds: 60 });
    expect(await receiveNext()).toEqual({ kind: 'not asked', seconds: 60 });
    await brake.recordAnswered(service);
    expect(await receiveNext()).toMatchObject({ kind: 'finished' });
    expect(runs.at(-1)).toMatchObject({ project: 'east' });
    expect(deliverBy.since(clock.now()).total('minutes')).toBe(8);
  });

  const projects = deep ? 40 : 12;
  it('an outage of six hours costs few requests, and everything is delivered after it', async () => {
    const { receive, receiveNext, queue, runs, clock, ends } = aWorker();
    const up = clock.now().add({ hours: 6 });
    const outage = () => {
      ends.length = 0;
      if (clock.now().epochMilliseconds < up.epochMilliseconds) ends.push(down);
    };
    for (let index = 0; index < projects; index += 1) {
      outage();
      await receive(jobOf(`p${index}`));
    }
    const finished: string[] = [];
    while (queue.sent.length > 0) {
      queue.sent.sort((left, right) => left.delaySeconds - right.delaySeconds);
      const [next] = queue.sent;
      outage();
      const wait = next?.delaySeconds ?? 0;
      for (const one of queue.sent) Object.assign(one, { delaySeconds: one.delaySeconds - wait });
      clock.advance({ seconds: wait });
      outage();
      const outcome = await receiveNext();
      if (outcome.kind === 'finished' && next) finished.push(next.job.project);
    }
    expect(new Set(finished).size).toBe(projects);
    expect(finished).toHaveLength(projects);
    // Two runs that found the service down, one for each slot of five minutes, and one for each delivered report.
    expect(runs.length).toBeLessThanOrEqual(2 + 73 + projects);
    expect(clock.now().since(up).total('minutes')).toBeLessThanOrEqual(20);
  });
});
