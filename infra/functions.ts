/** The five functions: what each may take of time and memory, and what it may touch. */
import { Duration } from 'aws-cdk-lib';
import { FunctionUrlAuthType, RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { alarmDescription, type FunctionName, functionAlarmTexts } from './alarm-texts.ts';
import type { Archive } from './archive.ts';
import type { BundledFiles } from './bundling.ts';
import { DeadLetters, type JobQueue } from './job-queue.ts';
import { LookaheadFunction } from './lookahead-function.ts';
import type { Mail } from './mail.ts';
import type { Secrets } from './secrets.ts';

/** The longest that making and sending one report may take. Well inside the lease of a message's intent. */
export const reportTimeLimit = Duration.minutes(5);
export const deadLetterTimeLimit = Duration.minutes(1);

export interface FunctionsProps {
  readonly stage: string;
  /** The folder of the entries. */
  readonly entries: string;
  /** `lookahead.yaml` and its logos. */
  readonly files: BundledFiles;
  /** Days that a link in a message works. */
  readonly linkDays: number;
  /** Whether functions that need protection, or that others need protection from, take their share of the account's
   * concurrent executions. */
  readonly reserveConcurrency: 'on' | 'off';
  readonly archive: Archive;
  readonly queue: JobQueue;
  readonly mail: Mail;
  readonly secrets: Secrets;
  /** Reports made at the same time at most. */
  readonly maxConcurrency: number;
}

export class Functions extends Construct {
  readonly dispatch: LookaheadFunction;
  readonly report: LookaheadFunction;
  readonly reconcile: LookaheadFunction;
  readonly deadLetter: LookaheadFunction;
  readonly download: LookaheadFunction;
  /** Events that a function was started by and failed on, each time it was tried. */
  readonly dropped: DeadLetters;

  constructor(scope: Construct, id: string, props: FunctionsProps) {
    super(scope, id);
    const { archive, queue, mail, secrets, files } = props;
    this.dropped = new DeadLetters(this, 'Dropped');
    const reserved = (invocations: number) => (props.reserveConcurrency === 'on' ? invocations : undefined);
    const make = (
      name: FunctionName,
      own: Omit<ConstructorParameters<typeof LookaheadFunction>[2], 'name' | 'stage' | 'entries' | 'impact'>,
    ) =>
      new LookaheadFunction(this, constructIdOf(name), {
        name,
        stage: props.stage,
        entries: props.entries,
        impact: alarmDescription(functionAlarmTexts[name]),
        ...own,
      });

    this.dispatch = make('dispatch', {
      timeLimit: Duration.minutes(3),
      memory: 512,
      // Schedules are few, and a queue of their own holds what comes while two are at work.
      reservedConcurrency: reserved(2),
      deadLetters: this.dropped,
      files,
    });
    this.report = make('report', {
      timeLimit: reportTimeLimit,
      memory: 1_024,
      // One attempt that broke off is made again by the queue, half an hour later; a second one is no accident.
      alarmAfter: { failures: 2, within: Duration.hours(1) },
      // It queues a job again where the planning service says 'later', and counts how often. Lambda would take that
      // for a loop without end, and give the job up before the count does.
      recursiveLoop: RecursiveLoop.ALLOW,
      deadLetters: this.dropped,
      files,
    });
    this.reconcile = make('reconcile', {
      timeLimit: Duration.minutes(5),
      memory: 512,
      // A proof comes for every message sent; thousands at once must not crowd out the reports themselves.
      reservedConcurrency: reserved(5),
      deadLetters: this.dropped,
      files,
    });
    this.deadLetter = make('dead-letter', {
      timeLimit: deadLetterTimeLimit,
      memory: 512,
      // A notice that SES refused for the moment goes out at the next attempt, six minutes later.
      alarmAfter: { failures: 2, within: Duration.minutes(30) },
      files,
    });
    this.download = make('download', {
      timeLimit: Duration.seconds(10),
      memory: 512,
      // Anyone can call its address; nobody's calls may use up what the reports need.
      reservedConcurrency: reserved(10),
    });
    const address = this.download.lambda.addFunctionUrl({ authType: FunctionUrlAuthType.NONE });

    this.report.lambda.addEnvironment('LINK_BASE_URL', address.url);
    this.report.lambda.addEnvironment('LINK_DAYS', String(props.linkDays));

    queue.deliverJobsTo(this.report, { maxConcurrency: props.maxConcurrency });
    queue.deliverFailedTo(this.deadLetter);
    mail.deliverEventsTo(this.reconcile, { dropped: this.dropped });

    // Dispatch writes what is due, and reads what is done of it when it is started a second time.
    archive.grantCreate(this.dispatch, ['dispatches/*/manifest.json']);
    archive.grantRead(this.dispatch, ['issues/*/issue.json']);
    archive.grantList(this.dispatch, ['dispatches/*', 'issues/*']);
    queue.grantSend(this.dispatch);

    // A report on demand has a manifest too; beside it lie why an attempt failed, and what a contact is told.
    archive.grantCreate(this.report, [
      'issues/*',
      'test-runs/*',
      'dispatches/*/manifest.json',
      'dispatches/*/causes/*',
      'dispatches/*/notices/*',
      'requests/*/request.json',
    ]);
    archive.grantTagWorkbooks(this.report, ['issues/*.xlsx', 'test-runs/*.xlsx']);
    archive.grantList(this.report, ['issues/*', 'test-runs/*', 'dispatches/*']);
    queue.grantSend(this.report);
    secrets.grantReadKeys(this.report);
    secrets.grantReadLinkSecret(this.report);
    mail.grantSend(this.report);

    // Reconcile writes down its passes and notices, and the proof of a sending beside its message.
    archive.grantCreate(this.reconcile, [
      'dispatches/*/check-*.json',
      'dispatches/*/notices/*',
      'requests/*/check-*.json',
      'schedules/*',
      'issues/*/mail/*/event-send.json',
      'test-runs/*/mail/*/event-send.json',
    ]);
    archive.grantRead(this.reconcile, ['dispatches/*', 'requests/*', 'issues/*/issue.json']);
    archive.grantList(this.reconcile, [
      'dispatches/*',
      'requests/*',
      'schedules/*',
      'issues/*',
      'test-runs/*',
    ]);
    queue.grantSend(this.reconcile);
    mail.grantSend(this.reconcile);

    archive.grantCreate(this.deadLetter, ['dispatches/*/dead-letters/*', 'dispatches/*/notices/*']);
    archive.grantRead(this.deadLetter, ['dispatches/*/causes/*', 'issues/*/issue.json']);
    archive.grantList(this.deadLetter, ['dispatches/*', 'issues/*']);
    mail.grantSend(this.deadLetter);

    // Whom they tell of a report that failed, they tell how to have it sent again.
    for (const teller of [this.reconcile, this.deadLetter]) {
      teller.lambda.addEnvironment('REPORT_FUNCTION', this.report.functionName);
    }

    // What it signs with its own rights, a reader can fetch: workbooks, and nothing of the register.
    const workbooks = ['issues/*.xlsx', 'test-runs/*.xlsx'];
    archive.grantRead(this.download, workbooks);
    // One that is gone is told apart from one that may not be read, which is a fault of ours and not of the link's.
    archive.grantList(this.download, workbooks);
    secrets.grantReadLinkSecret(this.download);
  }

  get all(): readonly LookaheadFunction[] {
    return [this.dispatch, this.report, this.reconcile, this.deadLetter, this.download];
  }
}

/** `dead-letter` has the construct id `DeadLetter`. */
export function constructIdOf(name: FunctionName): string {
  return name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
