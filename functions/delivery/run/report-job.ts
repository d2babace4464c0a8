import type { Window } from '../../lookahead/dates/window.ts';
import type { Lookahead } from '../../lookahead/lookahead.ts';
import type { PlanRules } from '../../lookahead/plan-input.ts';
import type { Audience } from '../../lookahead/tasks/audience.ts';
import type { RunId } from '../dispatch/run-id.ts';
import type { RunAddress, TestRun } from '../store/keys.ts';

type Addresses = {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly replyTo: readonly string[];
};

/** Who gets one cut of the report, with the addresses found for them. */
export type Recipients = Addresses & { readonly audience: Audience };

/**
 * One report of one project at one run, with everything looked up: names are ids, audiences are people.
 * The window belongs to the run and not to the clock, so that an attempt after midnight on Sunday goes
 * on with the run of the first.
 */
export type ReportJob = {
  readonly project: Lookahead['project'];
  readonly report: Lookahead['report'];
  readonly window: Window;
  readonly runId: RunId;
  readonly testRun?: TestRun | undefined;
  readonly rules: PlanRules;
  /** How far around the window tasks are read, in weeks. */
  readonly pull: { readonly weeksBefore: number; readonly weeksAfter: number };
  readonly paper: 'A3' | 'A4';
  readonly from: string;
  readonly fromName?: string | undefined;
  /** Whom readers ask, and who is told when something could not be delivered. */
  readonly contact: string;
  /** The whole report: a workbook and a message. */
  readonly everyone: Addresses;
  /** The cuts of it, a workbook and a message each; one without a task, or without an address, has neither. */
  readonly audiences: readonly Recipients[];
  readonly onEmpty: 'send' | 'skip';
  readonly onAmbiguous: 'resend' | 'hold';
};

export function addressOf(job: ReportJob): RunAddress {
  const { project, report, window, runId, testRun } = job;
  const address = { project: project.key, report: report.key, window, runId };
  return testRun === undefined ? address : { ...address, testRun };
}
