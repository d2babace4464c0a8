/** A stage of Lookahead in one account and region: each construct is one concern, connected here. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stack, Stage, Validations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { stageIdentity } from '../functions/config/deployment/stage-identity.ts';
import { Archive } from './archive-bucket.ts';
import { configurationFileName, projectRoot } from './bundling.ts';
import type { Deployment } from './deployment.ts';
import { Functions } from './functions.ts';
import { JobQueue } from './job-queue.ts';
import { lifecycleJson } from './life-cycle.ts';
import { Mail } from './mail.ts';
import { Monitoring } from './monitoring.ts';
import { addOutputs } from './outputs.ts';
import { Schedules } from './schedules.ts';
import { Secrets } from './secrets.ts';
import { stageWarnings } from './stage-warnings.ts';

export interface LookaheadStackProps {
  /** A stage of `lookahead.yaml`. */
  readonly deployment: Deployment;
  /** The folder of the functions' entries. @default `functions/` of this repository */
  readonly entries?: string;
}

export class LookaheadStack extends Stack {
  constructor(scope: Construct, id: string, { deployment, entries }: LookaheadStackProps) {
    const { stage } = deployment;
    super(scope, id, {
      description: `Lookahead reports, stage ${stage.name}`,
      tags: { application: 'lookahead', stage: stage.name },
      env: { region: stage.awsRegion, ...(stage.account === undefined ? {} : { account: stage.account }) },
      terminationProtection: stage.production === 'on',
    });

    const archive = new Archive(this, 'Archive', { retention: stage.retention, existing: stage.bucket });
    const queue = new JobQueue(this, 'Queue');
    const identity = stageIdentity(stage, deployment.from);
    const { sandbox } = stage;
    const mail = new Mail(this, 'Mail', { stage: stage.name, from: deployment.from, identity, sandbox });
    const secrets = new Secrets(this, 'Secrets', { stage: stage.name, keyNames: deployment.secretNames });
    const functions = new Functions(this, 'Functions', {
      stage,
      entries: entries ?? `${projectRoot}/functions`,
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
      schedulesFire: stage.schedules,
      mail,
      alarmAddress: stage.alarmAddress,
    });

    const lifeCycleFile =
      stage.bucket === undefined
        ? undefined
        : this.#writeBeside(`${id}.life-cycle.json`, lifecycleJson(stage.retention));
    for (const { id: warning, text } of stageWarnings(deployment, identity)) {
      Validations.of(this).addWarning(warning, text);
    }
    addOutputs(
      this,
      { archive, functions, monitoring, schedules, secrets, mail },
      { deployment, lifeCycleFile },
    );
  }

  /** Writes a file beside the template. @returns its path */
  #writeBeside(name: string, text: string): string {
    const stage = Stage.of(this);
    if (stage === undefined)
      throw new Error(`The stack ${this.stackName} is not in an app, so it has no output folder.`);
    const path = join(stage.outdir, name);
    writeFileSync(path, text);
    return path;
  }
}
