/** The functions of the reports: their time and memory limits, and what each may access. */

import { Duration } from 'aws-cdk-lib';
import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { maxJobMinutesInCloud } from '#queue/deadline.ts';
import type { Archive } from './archive-bucket.ts';
import type { BundledFiles } from './bundling.ts';
import { EventQueue } from './event-queue.ts';
import { DeadLetterQueue, type JobQueues, maxDeadLetterFunctionMinutes } from './job-queue.ts';
import { LookaheadFunction } from './lookahead-function.ts';
import type { Mail } from './mail.ts';
import { PlanningService } from './planning-service.ts';
import { PublicApi } from './public-api.ts';
import type { Secrets } from './secrets.ts';
import { concurrencyOf } from './stage/concurrency.ts';
import type { Stage } from './stage/deployment.ts';

export interface FunctionsProps {
  readonly stage: Stage;
  readonly entries: string;
  readonly files: BundledFiles;
  readonly archive: Archive;
  readonly queue: JobQueues;
  readonly mail: Mail;
  readonly secrets: Secrets;
}

export class Functions extends Construct {
  readonly planning: PlanningService | undefined;
  readonly dispatch: LookaheadFunction;
  readonly report: LookaheadFunction;
  readonly reconcile: LookaheadFunction;
  readonly events: LookaheadFunction;
  readonly deadLetter: LookaheadFunction;
  readonly download: LookaheadFunction;
  readonly links: PublicApi;
  readonly sesEvents: EventQueue;
  readonly sesTopic: Topic;
  readonly dropped: DeadLetterQueue;

  constructor(scope: Construct, id: string, props: FunctionsProps) {
    super(scope, id);
    const { stage, archive, queue, mail, secrets, files } = props;
    this.dropped = new DeadLetterQueue(this, 'Dropped');
    const concurrency = concurrencyOf(stage);
    const { reserved, fromQueue, requestsPerSecond } = concurrency;
    const about = { stage, entries: props.entries };

    this.dispatch = new LookaheadFunction(this, {
      ...about,
      name: 'dispatch',
      timeLimit: Duration.minutes(3),
      memory: 512,
      reservedConcurrency: reserved.dispatch,
      deadLetters: this.dropped,
      files,
    });
    this.report = new LookaheadFunction(this, {
      ...about,
      name: 'report',
      timeLimit: Duration.minutes(maxJobMinutesInCloud),
      memory: 1_024,
      // The queue delivers a crashed job half an hour later; a second crash is not a coincidence.
      alarmAfter: { failures: 2, within: Duration.hours(1) },
      // A failed job is queued again until its deadline. Lambda would take that for an endless loop and drop it.
      recursiveLoop: RecursiveLoop.ALLOW,
      deadLetters: this.dropped,
      files,
    });
    this.reconcile = new LookaheadFunction(this, {
      ...about,
      name: 'reconcile',
      timeLimit: Duration.minutes(5),
      memory: 512,
      reservedConcurrency: reserved.reconcile,
      deadLetters: this.dropped,
      files,
    });
    const timeLimit = Duration.minutes(1);
    this.events = new LookaheadFunction(this, {
      ...about,
      name: 'events',
      timeLimit,
      memory: 512,
      failedRecords: 'counted',
    });
    this.sesEvents = new EventQueue(this, 'SesEvents', { timeLimit });
    this.deadLetter = new LookaheadFunction(this, {
      ...about,
      name: 'dead-letter',
      timeLimit: Duration.minutes(maxDeadLetterFunctionMinutes),
      memory: 512,
      alarmAfter: { failures: 2, within: Duration.minutes(30) },
      // The function moves jobs back to their queue, at most twice.
      recursiveLoop: RecursiveLoop.ALLOW,
    });
    this.download = new LookaheadFunction(this, {
      ...about,
      name: 'download',
      timeLimit: Duration.seconds(10),
      memory: 512,
      // Anyone can call its address; such calls must not use up what the reports need.
      reservedConcurrency: reserved.download,
    });
    this.links = new PublicApi(this, 'Links', {
      name: 'links',
      description: `Links in messages, stage ${stage.name}`,
      stage,
      answeredBy: this.download,
      paths: ['/'],
      requestsPerSecond: requestsPerSecond.links,
      links: stage.links,
      whyOpen: 'A link is signed and expires, and the function checks both: readers have no account.',
    });

    if (stage.allowedDomains !== undefined) {
      const domains = stage.allowedDomains.join(',');
      for (const mailing of [this.report, this.reconcile]) {
        mailing.lambda.addEnvironment('ALLOWED_DOMAINS', domains);
      }
    }
    this.report.lambda.addEnvironment('LINK_BASE_URL', `${this.links.url}/`);
    this.report.lambda.addEnvironment('LINK_DAYS', String(stage.linkDays));
    this.report.lambda.addEnvironment('MAX_CONCURRENCY', String(fromQueue.report));

    queue.deliverJobsTo(this.report, { maxConcurrency: fromQueue.report });
    queue.deliverDeadLettersTo(this.deadLetter, { maxConcurrency: fromQueue.deadLetter });
    this.sesEvents.deliverTo(this.events, { batchSize: 10, maxConcurrency: fromQueue.events });
    this.sesTopic = mail.publishEventsTo(this.sesEvents);

    // Dispatch stores what is due; if started again, it reads it back.
    archive.grantCreate(this.dispatch, ['dispatches/*/manifest-*.json']);
    archive.grantList(this.dispatch, ['dispatches/*']);
    queue.grantSend(this.dispatch);

    archive.grantCreate(this.report, [
      'issues/*',
      'test-runs/*',
      'dispatches/*/manifest-*.json',
      'attempts/*',
      'outages/*',
      'requests/*/request.json',
      'closings/*/closing.json',
      'reminders/*/reminder.json',
      'failed-recipients/*/failed.json',
      'first-planned/*',
      'refused-fields/*',
      'answers/stand/*.json',
    ]);
    archive.grantRead(this.report, ['stops/*', 'answers/*', 'answer-names/*']);
    archive.grantTagWorkbooks(this.report, ['issues/*.xlsx', 'test-runs/*.xlsx']);
    archive.grantList(this.report, [
      'issues/*',
      'test-runs/*',
      'dispatches/*',
      'attempts/*',
      'outages/*',
      'stops/*',
      'answers/*',
      'first-planned/*',
      'refused-fields/*',
    ]);
    queue.grantSend(this.report);
    secrets.grantReadKeys(this.report);
    secrets.grantReadLinkSecret(this.report);
    mail.grantSend(this.report);
    mail.grantReadQuota(this.report);

    // SES's reports are stored beside the message, which may be one to a contact.
    archive.grantCreate(this.events, [
      ...['issues', 'test-runs', 'contacts'].flatMap((place) => [
        `${place}/*/mail/*/event-send.json`,
        `${place}/*/mail/*/events/*.json`,
      ]),
      'failed-recipients/*/failed.json',
    ]);
    archive.grantRead(this.events, ['issues/*/issue.json']);
    archive.grantList(this.events, ['issues/*']);

    // Reconcile stores manifests of what was configured late, mails to contacts, and what is settled or told.
    archive.grantCreate(this.reconcile, [
      'dispatches/*/manifest-*.json',
      'dispatches/*/settled.json',
      'contacts/*',
      'inbox-results/*/told.json',
      'requests/*/settled.json',
      'schedules/*',
      'looked/*',
      'failed-recipients/*',
      'failing-addresses/*',
      'data-problems/*',
      'closings/*/told.json',
      'reminders/*/told.json',
    ]);
    archive.grantRead(this.reconcile, [
      'attempts/*',
      'requests/*',
      'issues/*/issue.json',
      'issues/*_*/*/pages/*.json.gz',
      'stops/*',
      'closings/*',
      'inbox-results/*',
      'reminders/*',
      'answers/*',
      'answer-names/*',
      'restored/*',
    ]);
    archive.grantList(this.reconcile, [
      'dispatches/*',
      'contacts/*',
      'inbox-results/*',
      'attempts/*',
      'requests/*',
      'schedules/*',
      'looked/*',
      'issues/*',
      'test-runs/*',
      'stops/*',
      'failed-recipients/*',
      'failing-addresses/*',
      'outages/*',
      'closings/*',
      'reminders/*',
      'answers/*',
      'restored/*',
    ]);
    queue.grantSend(this.reconcile);
    queue.grantDepth(this.reconcile);
    mail.grantSend(this.reconcile);
    mail.grantReadQuota(this.reconcile);

    archive.grantCreate(this.deadLetter, ['attempts/*/dead-letter-*.json']);
    archive.grantList(this.deadLetter, ['attempts/*']);
    queue.grantSend(this.deadLetter);

    const { readApi } = stage;
    if (readApi !== undefined) {
      this.planning = new PlanningService(this, 'Planning', {
        stage: { ...stage, readApi },
        entries: props.entries,
        files,
        archive,
        concurrency,
      });
      this.planning.grantInvoke(this.report);
      // Reports with `when.onImport` wait for a new version, which these functions look for.
      for (const reader of [this.dispatch, this.reconcile]) {
        archive.grantRead(reader, ['programmes/*.json']);
        archive.grantList(reader, ['programmes/*']);
      }
    }

    // Reconcile's mails to a contact include the command that sends the report again.
    this.reconcile.lambda.addEnvironment('SCHEDULES', stage.schedules);
    this.reconcile.lambda.addEnvironment('REPORT_FUNCTION', this.report.functionName);

    // Readers can see what this function may read: workbooks, pages, and the number of each run. A star also matches
    // slashes; the underscore of the window keeps these patterns from matching a report with the key "pages" or
    // "numbers".
    const opened = ['issues', 'test-runs'].flatMap((place) => [
      `${place}/*.xlsx`,
      `${place}/*_*/*/pages/*.json.gz`,
    ]);
    archive.grantRead(this.download, [...opened, 'issues/*_*/numbers/*.json']);
    // Permission to list distinguishes a deleted object from a missing permission, and shows that a later revision
    // exists. Anyone can call this function, so it must not be able to list the whole archive.
    archive.grantListOnly(this.download, [
      ...opened,
      'issues/*_*/numbers/',
      'issues/*_*/*/issue.json',
      'answers/*_*/*/',
      // The page for everyone shows the latest answers of each audience.
      'answers/stand/*_*',
    ]);
    // The function writes names and notes and may not read them: anyone who has a link could read them.
    archive.grantCreate(this.download, ['answers/*.json']);
    archive.grantWriteOnly(this.download, ['answer-names/*.json']);
    secrets.grantReadLinkSecret(this.download);
  }

  get all(): readonly LookaheadFunction[] {
    const { dispatch, report, reconcile, events, deadLetter, download, planning } = this;
    return [dispatch, report, reconcile, events, deadLetter, download, ...(planning?.all ?? [])];
  }
}
