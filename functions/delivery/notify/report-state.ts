/** How far a due report has come, as its contact is told. */
import type { DueReport } from '../dispatch/due-reports.ts';
import type { FailedAttempt, FailedMessage, StaleProgramme } from '../store/attempts.ts';
import type { DispatchId } from '../store/dispatch-id.ts';

export type ReportState = DueReport & {
  readonly dispatchId: DispatchId;
  /**
   * 'waiting': no attempt has failed yet. 'failing': the last one did, and another one is made. 'stopped': the function
   * crashed on it each time, and no other attempt is made.
   */
  readonly state: 'done' | 'waiting' | 'failing' | 'stopped';
  /** Why the last attempt failed, where one did. */
  readonly failure: Pick<FailedAttempt, 'kind' | 'message'> | undefined;
  /** Of a report that is done: its messages that will never be accepted. */
  readonly failedMessages: readonly FailedMessage[];
  /** The old version of the programme that a finished report was made from; undefined for one that is not old. */
  readonly staleProgramme?: StaleProgramme | undefined;
  /** The request that asked for it; undefined where a schedule made it due. */
  readonly request?: object | undefined;
};
