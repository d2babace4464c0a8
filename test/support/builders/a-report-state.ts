import type { FailedMessage } from '#runs/store/objects.ts';
import type { ReportState } from '#watch/contacts/late-and-failed-reports.ts';
import { aDueReport, dispatchId } from './a-queued-job.ts';

/** The state of Friday's weekly report: no attempt has failed yet. */
export function aReportState(changes: Partial<ReportState> = {}): ReportState {
  return {
    ...aDueReport(),
    dispatchId,
    state: 'waiting',
    failure: undefined,
    failedMessages: [],
    ...changes,
  };
}

export const noAnswer = { kind: 'retryable', message: 'The planning service did not answer.' } as const;
export const keyRefused = { kind: 'curable', message: 'The key was refused.' } as const;
export const crash = { kind: 'poison', message: 'x is not a function.' } as const;
export const rejected: FailedMessage = {
  subject: 'Weekly lookahead',
  to: ['x@example.com'],
  cause: 'rejected',
  reason: 'No such address.',
};

type Changes = Partial<ReportState>;
/** A project's report in the one dispatch that all share, due at 14:00 and to be delivered within a day. */
export const waiting = (project: string, changes: Changes = {}) => aReportState({ project, ...changes });
export const failing = (project: string, changes: Changes = {}) =>
  waiting(project, { state: 'failing', failure: noAnswer, ...changes });
export const curable = (project: string) => failing(project, { failure: keyRefused });
export const done = (project: string, changes: Changes = {}) =>
  waiting(project, { state: 'done', ...changes });
export const stopped = (project: string) => waiting(project, { state: 'stopped', failure: crash });
