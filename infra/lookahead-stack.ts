/** The whole of Lookahead in one account and region: each construct is one concern, joined here. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CfnOutput, Stack, type StackProps, Stage, Validations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Archive } from './archive.ts';
import { configurationFileName, projectRoot } from './bundling.ts';
import type { Deployment } from './deployment.ts';
import { constructIdOf, deadLetterTimeLimit, Functions, reportTimeLimit } from './functions.ts';
import { JobQueue } from './job-queue.ts';
import { Mail } from './mail.ts';
import { Monitoring } from './monitoring.ts';
import { Schedules } from './schedules.ts';
import { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';

export interface LookaheadStackProps extends StackProps {
  /** What context said: the stage and its limits. */
  readonly settings: Settings;
  /** What `lookahead.yaml` says. */
  readonly deployment: Deployment;
  /** The folder of the functions' entries. @default `functions/` of this repository */
  readonly entries?: string;
}

export class LookaheadStack extends Stack {
  constructor(scope: Construct, id: string, props: LookaheadStackProps) {
    super(scope, id, {
      description: `Lookahead reports, stage ${props.settings.stage}`,
      tags: { application: 'lookahead', stage: props.settings.stage },
      ...props,
    });
    const { settings, deployment, entries = `${projectRoot}/functions` } = props;
    const { stage } = settings;

    const archive = new Archive(this, 'Archive', {
      keepDays: settings.keepDays,
      workbookDays: settings.workbookDays,
      testRunDays: settings.trialDays,
    });
    const queue = new JobQueue(this, 'Queue', { jobTimeLimit: reportTimeLimit, deadLetterTimeLimit });
    const mail = new Mail(this, 'Mail', {
      stage,
      from: deployment.from,
      identity: settings.identity,
      sandbox: settings.sandbox,
    });
    const secrets = new Secrets(this, 'Secrets', { stage, keyNames: deployment.secretNames });
    const functions = new Functions(this, 'Functions', {
      stage,
      entries,
      files: {
        configuration: this.#writeConfiguration(deployment.json),
        folder: deployment.folder,
        logos: deployment.logos,
      },
      linkDays: settings.linkDays,
      reserveConcurrency: settings.reserveConcurrency,
      maxConcurrency: settings.maxConcurrency,
      archive,
      queue,
      mail,
      secrets,
    });
    const schedules = new Schedules(this, 'Schedules', {
      stage,
      dueTimes: deployment.dueTimes,
      dispatch: functions.dispatch,
      reconcile: functions.reconcile,
      state: settings.schedules,
    });
    const monitoring = new Monitoring(this, 'Monitoring', {
      stage,
      functions,
      queue,
      schedules,
      schedulesFire: settings.schedules,
      mail,
      alarmEmail: settings.alarmEmail,
    });

    for (const warning of deployment.warnings) {
      Validations.of(this).addWarning('Lookahead-LocalService', warning);
    }
    this.#put({ archive, functions, monitoring, schedules, secrets, mail }, deployment.example);
  }

  /** Beside the template, from where the bundles take it. @returns its path */
  #writeConfiguration(json: string): string {
    const stage = Stage.of(this);
    if (stage === undefined)
      throw new Error(`The stack ${this.stackName} is in no app, so it has no place for files.`);
    const path = join(stage.outdir, configurationFileName);
    writeFileSync(path, json);
    return path;
  }

  #put(
    parts: {
      readonly archive: Archive;
      readonly functions: Functions;
      readonly monitoring: Monitoring;
      readonly schedules: Schedules;
      readonly secrets: Secrets;
      readonly mail: Mail;
    },
    example: Deployment['example'],
  ): void {
    const output = (id: string, description: string, value: string) =>
      new CfnOutput(this, id, { description, value });
    for (const { name, functionName } of parts.functions.all) {
      output(`${constructIdOf(name)}Function`, `Name of the function ${name}`, functionName);
    }
    output('ArchiveBucket', 'Where workbooks and the register are kept', parts.archive.bucket.bucketName);
    output(
      'OnDemandReport',
      'Makes a report now, sends nothing and answers with a link; other modes: send, test, dry-run',
      onDemandCommand(parts.functions.report.functionName, example),
    );
    output(
      'Dashboard',
      'What was due, what went out, and how the functions are',
      `https://${this.region}.console.aws.amazon.com/cloudwatch/home?region=${this.region}#dashboards/dashboard/${parts.monitoring.dashboardName}`,
    );
    output('LinkSecret', 'The secret that signs links', parts.secrets.linkSecretArn);
    output('SchedulesDropped', 'What a schedule could not start', parts.schedules.dropped.queueUrl);
    output('EventsDropped', 'What a function failed on each time', parts.functions.dropped.queueUrl);
    output('AlarmTopic', 'Subscribe to it to hear of alarms', parts.monitoring.topic.topicArn);
    parts.mail.dnsRecords.forEach((record, index) => {
      output(`DnsRecord${index + 1}`, 'To be set for the domain, so that its mail is signed', record);
    });
  }
}

function onDemandCommand(functionName: string, example: Deployment['example']): string {
  const payload = JSON.stringify({ ...example, mode: 'preview' });
  return `aws lambda invoke --function-name ${functionName} --cli-binary-format raw-in-base64-out --cli-read-timeout 0 --payload '${payload}' answer.json && cat answer.json`;
}
