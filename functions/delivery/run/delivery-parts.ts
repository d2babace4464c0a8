/** What a run needs from the other rooms and from outside. All of it comes in; a run opens nothing. */

import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { IssueReference } from '../../lookahead/compare/earlier-issue.ts';
import type { DataDate } from '../../lookahead/dates/data-date.ts';
import type { Day } from '../../lookahead/dates/day.ts';
import type { Lookahead } from '../../lookahead/lookahead.ts';
import type { PlanInput } from '../../lookahead/plan-input.ts';
import type { Audience } from '../../lookahead/tasks/audience.ts';
import type { FirstPlanned } from '../../lookahead/tasks/first-planned.ts';
import type { Pull } from '../../lookahead/tasks/read-pull.ts';
import type { Attachment } from '../../mail/transport/attachment-limit.ts';
import type { MessageContent } from '../../mail/transport/compose-message.ts';
import type { Mailer, OutgoingMessage } from '../../mail/transport/mailer.ts';
import type { MailContext, WrittenMail } from '../../mail/write-mail.ts';
import type { ReportJob } from './report-job.ts';

/** The plan's own functions. Pure. */
export interface Planning {
  /** One plan for each audience, in their order. */
  readonly planLookaheads: (input: PlanInput, audiences: readonly Audience[]) => readonly Lookahead[];
  readonly dataDateOf: (instant: string, timeZone: string) => DataDate;
  /** Dates first planned, as this issue hands them on. */
  readonly carryFirstPlanned: (
    input: Pick<PlanInput, 'project' | 'pull' | 'window' | 'rules'> & {
      readonly earlier: FirstPlanned | undefined;
    },
  ) => FirstPlanned;
  /** Of the earlier issues, the plan that last week is measured by. */
  readonly choosePlanOfLastWeek: <Candidate extends { readonly reference: IssueReference }>(
    today: Day,
    candidates: readonly Candidate[],
  ) => Candidate | undefined;
}

/** A record, from elsewhere than the answer, that the mail service took a message. */
type SendEvidence = { readonly messageId: string; readonly at: string };

export interface DeliveryParts {
  readonly store: ObjectStore;
  readonly pull: (job: ReportJob) => Promise<Pull>;
  readonly planning: Planning;
  readonly render: (lookahead: Lookahead, options: { readonly paper: 'A3' | 'A4' }) => Promise<Uint8Array>;
  readonly writeMail: (lookahead: Lookahead, context: MailContext) => WrittenMail;
  readonly composeMessage: (
    content: MessageContent,
    attachments: readonly Attachment[],
  ) => Promise<OutgoingMessage>;
  readonly mailer: Mailer;
  /** Looks for a record of a send whose answer was lost. None is ever found where it is absent. */
  readonly findEvidence?: ((run: string, message: string) => Promise<SendEvidence | undefined>) | undefined;
  /** The address of a stored workbook as a mail carries it: it must not expire. */
  readonly linkTo: (key: string) => Promise<string>;
  readonly now: () => Temporal.Instant;
  /** Waits before a refused message is tried again. Milliseconds. */
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** This attempt's id, drawn at random by the entry. */
  readonly owner: string;
  /** Called before a message is begun; throws where there is no time left to finish it. */
  readonly beforeSend?: (() => void) | undefined;
  readonly onProgress?: ((event: DeliveryEvent) => void) | undefined;
}

/** What sending one message takes. */
export type MessageParts = Pick<
  DeliveryParts,
  | 'store'
  | 'composeMessage'
  | 'mailer'
  | 'findEvidence'
  | 'now'
  | 'pause'
  | 'owner'
  | 'beforeSend'
  | 'onProgress'
>;

/** What a run tells while it works, for a progress display or a log. */
export type DeliveryEvent =
  | { readonly kind: 'pulling' }
  | { readonly kind: 'pulled'; readonly tasks: number; readonly rejected: number }
  | { readonly kind: 'numbered'; readonly number: number }
  | { readonly kind: 'rendering'; readonly fileName: string }
  | { readonly kind: 'stored'; readonly key: string; readonly size: number }
  | { readonly kind: 'skipped' }
  | { readonly kind: 'sending'; readonly message: string; readonly marked: boolean }
  | { readonly kind: 'sent'; readonly message: string }
  /** This attempt found out that a message will never go, and wrote it down. */
  | { readonly kind: 'not sent'; readonly message: string };
