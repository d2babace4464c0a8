import { expect, it } from 'vitest';
import { minutesUntilRedeliveryOnMachine } from '#machine/local-queue.ts';
import { maxJobMinutesInCloud, maxJobMinutesOnMachine } from '#queue/deadline.ts';
import { minutesUntilRedeliveryInCloud } from '#queue/next-attempt.ts';
import { minutesOfLease } from '#runs/messages/next-message-step.ts';

/** On one machine, a worker is ended a minute after the time limit of its job. */
const graceMinutes = 1;

it('the lease of a message outlasts every job, so a later owner never sends while an earlier one is running', () => {
  expect(minutesOfLease).toBeGreaterThan(maxJobMinutesInCloud);
  expect(minutesOfLease).toBeGreaterThan(maxJobMinutesOnMachine + graceMinutes);
});

it('SQS hides a job for longer than a function can work on it', () => {
  expect(minutesUntilRedeliveryInCloud).toBeGreaterThan(maxJobMinutesInCloud);
});

it('a crashed job is redelivered on one machine no later than in the cloud, whose delay is used to judge whether redelivery would be too late', () => {
  expect(minutesUntilRedeliveryOnMachine).toBeLessThanOrEqual(minutesUntilRedeliveryInCloud);
});
