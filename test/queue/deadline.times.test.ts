import { expect, it } from 'vitest';
import { minutesHeldOnMachine } from '#machine/local-queue.ts';
import { minutesOfJobInCloud, minutesOfJobOnMachine } from '#queue/deadline.ts';
import { minutesHeldInCloud } from '#queue/next-attempt.ts';
import { minutesOfLease } from '#runs/messages/next-message-step.ts';

/** A worker of one machine is ended a minute after the time of its job. */
const graceMinutes = 1;

it('the lease of a message outlasts every job, so a later owner never sends beside a living one', () => {
  expect(minutesOfLease).toBeGreaterThan(minutesOfJobInCloud);
  expect(minutesOfLease).toBeGreaterThan(minutesOfJobOnMachine + graceMinutes);
});

it('SQS holds a job for longer than a function works on it', () => {
  expect(minutesHeldInCloud).toBeGreaterThan(minutesOfJobInCloud);
});

it('a job that crashed comes back no later on one machine than in the cloud, which decides about the last attempt', () => {
  expect(minutesHeldOnMachine).toBeLessThanOrEqual(minutesHeldInCloud);
});
