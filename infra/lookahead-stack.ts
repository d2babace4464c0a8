/** All of Lookahead in one account and region: each construct is one concern, connected here. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CfnOutput, Stack, type StackProps, Stage, Validations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Archive } from './archive-bucket.ts';
import { configurationFileName, projectRoot } from './bundling.ts';
import type { Deployment } from './deployment.ts';
import { constructIdOf, Functions } from './functions.ts';
import { JobQueue } from './job-queue.ts';
import { Mail } from './mail.ts';
import { Monitoring } from './monitoring.ts';
import { Schedules } from './schedules.ts';
import { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';

export interface LookaheadStackProps extends StackProps {
  /** The settings from the context: the stage and its limits. */
  readonly settings: Settings;
  /** The content of `lookahead.yaml`. */
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
    const queue = new JobQueue(this, 'Queue');
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
    this.#addOutputs({ archive, functions, monitoring, schedules, secrets, mail }, deployment.example);
  }

  /** Written beside the template, where the bundles take it from. @returns its path */
  #writeConfiguration(json: string): string {
    const stage = Stage.of(this);
    if (stage === undefined)
      throw new Error(`The stack ${this.stackName} is not in an app, so it has no output folder.`);
    const path = join(stage.outdir, configurationFileName);
    writeFileSync(path, json);
    return path;
  }

  #addOutputs(
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
    output(
      'ArchiveBucket',
      'The bucket with the workbooks and the run store',
      parts.archive.bucket.bucketName,
    );
    output(
      'OnDemandReport',
      'Makes a report now, sends nothing and answers with a link. Other modes: send, test, dry-run',
      onDemandCommand(parts.functions.report.functionName, example),
    );
    output(
      'Dashboard',
      'The dashboard: what was due, what was sent, and the state of the functions',
      `https://${this.region}.console.aws.amazon.com/cloudwatch/home?region=${this.region}#dashboards/dashboard/${parts.monitoring.dashboardName}`,
    );
    output('LinkSecret', 'The secret that signs the links in messages', parts.secrets.linkSecretArn);
    output(
      'SchedulesDropped',
      'The queue of what a schedule could not start',
      parts.schedules.dropped.queueUrl,
    );
    output(
      'EventsDropped',
      'The queue of events that a function failed on at every attempt',
      parts.functions.dropped.queueUrl,
    );
    output(
      'AlarmTopic',
      'The topic that all alarms go to; subscribe to it to receive them',
      parts.monitoring.topic.topicArn,
    );
    parts.mail.dnsRecords.forEach((record, index) => {
      output(`DnsRecord${index + 1}`, 'DNS record to set for the domain, so that its mail is signed', record);
    });
  }
}

function onDemandCommand(functionName: string, example: Deployment['example']): string {
  const payload = JSON.stringify({ ...example, mode: 'preview' });
  return `aws lambda invoke --function-name ${functionName} --cli-binary-format raw-in-base64-out --cli-read-timeout 0 --payload '${payload}' answer.json && cat answer.json`;
}
