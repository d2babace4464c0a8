/** What a run takes from outside: all effects are parameters; a run opens no connection itself. */
import type { Lookahead } from '../../lookahead/lookahead.ts';
import type { Pull } from '../../lookahead/tasks/read-task.ts';
import type { MessageEvent, MessageParts, MessageRun } from '../messages/message-attempt.ts';
import type { ReportJob } from './report-job.ts';
import type { TimedStep } from './time-left.ts';

export interface DeliveryParts extends MessageParts {
  /** @param instant when the tasks are read: ISO 8601, UTC */
  readonly pull: (job: ReportJob, instant: string) => Promise<Pull>;
  readonly render: (
    lookahead: Lookahead,
    options: Pick<ReportJob, 'paper' | 'sheets'>,
  ) => Promise<Uint8Array>;
  /** Called before a step that takes long; throws where there is no time left to finish it. */
  readonly checkTime?: ((step: TimedStep) => void) | undefined;
  /** As `MessageRun.pace`. Notices to the contact are few, and go without. */
  readonly pace?: MessageRun['pace'];
  /** Measures how long planning takes. */
  readonly timePlan?: (<Value>(plan: () => Value) => Value) | undefined;
  readonly onProgress?: ((event: DeliveryEvent) => void) | undefined;
}

/** What planning takes from outside. */
export type PlanParts = Pick<DeliveryParts, 'checkTime' | 'timePlan'>;

/** What a run reports while it works, for a progress display or a log. */
export type DeliveryEvent =
  | { readonly kind: 'pulling' }
  | { readonly kind: 'pulled'; readonly tasks: number; readonly rejected: number }
  | { readonly kind: 'numbered'; readonly number: number }
  | { readonly kind: 'rendering'; readonly fileName: string }
  | { readonly kind: 'stored'; readonly key: string; readonly size: number }
  | { readonly kind: 'skipped'; readonly reason: string }
  | MessageEvent;
