/**
 * A queue of events from outside, and where those go that were tried for hours. Lambda itself would try an event three
 * times in three minutes and drop it; a queue tries it until it succeeds, and moves dropped ones back with one command.
 */
import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { DeadLetters, deliver } from './job-queue.ts';
import type { LookaheadFunction } from './lookahead-function.ts';

/** For how long an event is tried, at the least. */
const triedFor = Duration.hours(4);
/** AWS recommends six times the time limit of the function between two tries; more often helps no outage. */
const leastWait = Duration.minutes(15);

export class EventQueue extends Construct {
  readonly events: Queue;
  readonly dropped: DeadLetters;

  /** @param timeLimit of the function that works on the events */
  constructor(scope: Construct, id: string, { timeLimit }: { readonly timeLimit: Duration }) {
    super(scope, id);
    const minutes = Math.max(leastWait.toMinutes(), 6 * timeLimit.toMinutes());
    this.dropped = new DeadLetters(this, 'Dropped');
    this.events = new Queue(this, 'Waiting', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      visibilityTimeout: Duration.minutes(minutes),
      deadLetterQueue: {
        queue: this.dropped,
        maxReceiveCount: Math.ceil(triedFor.toMinutes() / minutes) + 1,
      },
    });
  }

  /** @param how.maxConcurrency batches in progress at a time, 2 to 1,000 */
  deliverTo(
    worker: LookaheadFunction,
    how: { readonly batchSize: number; readonly maxConcurrency: number },
  ): void {
    deliver(this.events, worker, how);
  }
}
