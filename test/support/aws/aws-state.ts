/** The objects and messages that the server stores, and the calls that it has received. */
import type { Call } from './faults.ts';
import type { Buckets } from './s3/stored-objects.ts';
import type { SendingLimits } from './ses/sending-limits.ts';
import type { SentMessage } from './ses/ses-service.ts';

type RecordedCall = Call & {
  readonly number: number;
  /** Whether the call was performed. */
  readonly effect: boolean;
  /** The status of the answer; undefined if none was sent. */
  readonly status: number | undefined;
  /** The error code of the service, or the kind of the fault. */
  readonly code: string | undefined;
};

export type AwsState = {
  readonly buckets: Buckets;
  readonly secrets: Map<string, string>;
  readonly messages: SentMessage[];
  readonly calls: RecordedCall[];
  sending: SendingLimits;
  /** How many milliseconds the clock of the server is ahead of that of the machine. */
  clockAhead: number;
};
