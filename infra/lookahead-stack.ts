/** A stage of Lookahead in one account and region: each construct is one concern, connected here. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CfnResource, Stack, Stage, Validations } from 'aws-cdk-lib';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { LookaheadError } from '#base/lookahead-error.ts';
import { mailIdentityOfStage } from '#config/stage/stage-mail.ts';
import { Archive } from './archive-bucket.ts';
import { addBudget } from './budget.ts';
import { configurationFileName, repositoryRoot } from './bundling.ts';
import { Functions } from './functions.ts';
import { JobQueues } from './job-queue.ts';
import { lifecycleJson } from './life-cycle.ts';
import { Mail } from './mail.ts';
import { Monitoring } from './monitoring/monitoring.ts';
import { addOutputs } from './outputs.ts';
import { Schedules } from './schedules.ts';
import { Secrets } from './secrets.ts';
import type { Deployment } from './stage/deployment.ts';
import { stageWarnings } from './stage/stage-warnings.ts';
import { createTopicKey } from './topic-key.ts';

export interface LookaheadStackProps {
  readonly deployment: Deployment;
  /** The commit as `readDeployedCommit` returns it: it is in tags, environment and logs. */
  readonly commit: string;
  readonly entries?: string;
}

const maxResources = 500 - 5;

class StackSizeError extends LookaheadError {
  override readonly name = 'StackSizeError';
}

export class LookaheadStack extends Stack {
  /** @throws StackSizeError if the stage has more schedules than a stack can hold */
  constructor(scope: Construct, id: string, { deployment, entries, commit }: LookaheadStackProps) {
    const { stage } = deployment;
    super(scope, id, {
      description: `Lookahead reports, stage ${stage.name}`,
      tags: { ...deployment.tags, application: 'lookahead', stage: stage.name, commit },
      env: { region: stage.awsRegion, ...(stage.account === undefined ? {} : { account: stage.account }) },
      terminationProtection: stage.production === 'on',
    });

    const archive = new Archive(this, 'Archive', { retention: stage.retention, existing: stage.bucket });
    const queue = new JobQueues(this, 'Queue');
    const identity = mailIdentityOfStage(stage, deployment.from);
    const { sandbox } = stage;
    const topicKey = createTopicKey(this, stage.name);
    const mail = new Mail(this, 'Mail', {
      stage: stage.name,
      from: deployment.from,
      identity,
      sandbox,
      topicKey,
    });
    const secrets = new Secrets(this, 'Secrets', {
      stage: stage.name,
      keyNames: deployment.secretNames,
      links: stage.links,
    });
    const functions = new Functions(this, 'Functions', {
      stage,
      entries: entries ?? `${repositoryRoot}/functions`,
      files: {
        configuration: this.#writeBeside(configurationFileName, deployment.bundle),
        folder: deployment.folder,
        logos: deployment.logos,
      },
      archive,
      queue,
      mail,
      secrets,
    });
    for (const { lambda } of functions.all) lambda.addEnvironment('COMMIT', commit);
    const schedules = new Schedules(this, 'Schedules', {
      stage: stage.name,
      dueTimes: deployment.dueTimes,
      dispatch: functions.dispatch,
      reconcile: functions.reconcile,
      state: stage.schedules,
    });
    const monitoring = new Monitoring(this, 'Monitoring', {
      stage: stage.name,
      functions,
      queue,
      schedules,
      mail,
      alarmAddress: stage.alarmAddress,
      topicKey,
    });

    const { budget } = deployment;
    // The schedule of reconcile is created after the resources that may fail: the first run of reconcile writes to the
    // bucket, and CloudFormation does not delete a bucket with objects when a first deployment fails.
    schedules.checks.node.addDependency(
      mail,
      functions.links,
      ...(functions.planning === undefined ? [] : [functions.planning.api]),
      ...(budget === undefined ? [] : [addBudget(this, budget)]),
    );

    const lifeCycleFile =
      stage.bucket === undefined
        ? undefined
        : this.#writeBeside(`${id}.life-cycle.json`, lifecycleJson(stage.retention));
    for (const { id: warning, text } of stageWarnings(deployment, identity)) {
      Validations.of(this).addWarning(warning, text);
    }
    this.#checkSize(stage.name);
    addOutputs(
      this,
      { archive, functions, monitoring, schedules, secrets, mail },
      { deployment, lifeCycleFile },
    );
  }

  #checkSize(stage: string): void {
    const resources = this.node.findAll().filter((node) => CfnResource.isCfnResource(node));
    const schedules = resources.filter((node) => node instanceof CfnSchedule).length;
    const room = maxResources - (resources.length - schedules);
    if (schedules <= room) return;
    throw new StackSizeError(
      `The stage ${stage} needs ${schedules} schedules, and a stack has room for ${room}`,
      {
        kind: 'input',
        remedy:
          'Each distinct when.cron and time zone of the reports is a schedule, or several where it combines #, L and other days: give reports the same times, or serve fewer regions with one stage.',
      },
    );
  }

  #writeBeside(name: string, text: string): string {
    const stage = Stage.of(this);
    if (stage === undefined)
      throw new Error(`The stack ${this.stackName} is not in an app, so it has no output folder.`);
    const path = join(stage.outdir, name);
    writeFileSync(path, text);
    return path;
  }
}
