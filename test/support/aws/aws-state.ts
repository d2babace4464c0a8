/** What the server knows and what has happened to it. */
import type { Call } from './faults.ts';
import type { Buckets } from './s3-objects.ts';
import type { SentMessage } from './ses.ts';

type RecordedCall = Call & {
  readonly number: number;
  /** Whether what was asked for was done. */
  readonly effect: boolean;
  /** What was answered; undefined where no answer went out. */
  readonly status: number | undefined;
  /** The service's error code, or the kind of the fault. */
  readonly code: string | undefined;
};

export type AwsState = {
  readonly buckets: Buckets;
  readonly secrets: Map<string, string>;
  readonly messages: SentMessage[];
  readonly calls: RecordedCall[];
  /** Milliseconds that the server's clock is ahead of the machine's. */
  clockAhead: number;
};
