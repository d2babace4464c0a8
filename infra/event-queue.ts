/**
 * A queue for the events of a function. Lambda itself would try an event three times in three minutes and drop it. The
 * queue tries it for hours, and one command moves dropped events back.
 */
import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { addQueueTrigger, DeadLetterQueue } from './job-queue.ts';
import type { LookaheadFunction } from './lookahead-function.ts';

/** Minimum time for which an event is tried. */
const minTryDuration = Duration.hours(4);
/**
 * Minimum time between two tries. AWS recommends six times the function's time limit; more tries do not help in an
 * outage.
 */
const minWait = Duration.minutes(15);

export class EventQueue extends Construct {
  readonly events: Queue;
  readonly dropped: DeadLetterQueue;

  constructor(scope: Construct, id: string, { timeLimit }: { readonly timeLimit: Duration }) {
    super(scope, id);
    const minutes = Math.max(minWait.toMinutes(), 6 * timeLimit.toMinutes());
    this.dropped = new DeadLetterQueue(this, 'Dropped');
    this.events = new Queue(this, 'Waiting', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      visibilityTimeout: Duration.minutes(minutes),
      deadLetterQueue: {
        queue: this.dropped,
        maxReceiveCount: Math.ceil(minTryDuration.toMinutes() / minutes) + 1,
      },
    });
  }

  deliverTo(
    worker: LookaheadFunction,
    how: { readonly batchSize: number; readonly maxConcurrency: number },
  ): void {
    addQueueTrigger(this.events, worker, how);
  }
}
