import { relative } from 'node:path';
import process from 'node:process';
import { CfnOutput, type Stack } from 'aws-cdk-lib';
import type { Archive } from './archive-bucket.ts';
import type { EventQueue } from './event-queue.ts';
import type { Functions } from './functions.ts';
import { constructIdOf } from './lookahead-function.ts';
import type { Mail } from './mail.ts';
import type { Monitoring } from './monitoring/monitoring.ts';
import type { Schedules } from './schedules.ts';
import type { Secrets } from './secrets.ts';
import type { Deployment } from './stage/deployment.ts';

type Parts = {
  readonly archive: Archive;
  readonly functions: Functions;
  readonly monitoring: Monitoring;
  readonly schedules: Schedules;
  readonly secrets: Secrets;
  readonly mail: Mail;
};

export function addOutputs(
  stack: Stack,
  { archive, functions, monitoring, schedules, secrets, mail }: Parts,
  settings: { readonly deployment: Deployment; readonly lifeCycleFile: string | undefined },
): void {
  const { stage, example } = settings.deployment;
  const output = (id: string, description: string, value: string) =>
    new CfnOutput(stack, id, { description, value });
  for (const { name, functionName } of functions.all) {
    output(`${constructIdOf(name)}Function`, `Name of the function ${name}`, functionName);
  }
  const { bucketName } = archive.bucket;
  output('ArchiveBucket', 'The bucket with the workbooks and the run store', bucketName);
  const place = `--bucket ${bucketName} --region ${stack.region}`;
  output('StopMail', 'Stops all mail within a minute', `npm run lookahead -- stop ${place}`);
  output('ResumeMail', 'Lets the mail go on', `npm run lookahead -- stop --resume ${place}`);
  output('Status', 'Shows what was due and who got it', `npm run lookahead -- status ${place}`);
  output(
    'OnDemandReport',
    'Makes a report now, sends nothing and answers with a link. Other modes: send, test, dry-run',
    onDemandCommand({ region: stack.region, functionName: functions.report.functionName }, example),
  );
  output(
    'SchedulesState',
    'Whether reports are made and sent by themselves',
    stage.schedules === 'on'
      ? 'on'
      : `off: nothing is sent by itself. After a first test mail, set deployment.stages.${stage.name}.schedules: on in lookahead.yaml and deploy again.`,
  );
  output(
    'Dashboard',
    'The dashboard: what was due, what was sent, and the state of the functions',
    `https://${stack.region}.console.aws.amazon.com/cloudwatch/home?region=${stack.region}#dashboards/dashboard/${monitoring.dashboardName}`,
  );
  const { planning } = functions;
  if (planning !== undefined) {
    output(
      'ReadApiUrl',
      'The Planning Read API: the baseUrl of its projects in lookahead.yaml',
      planning.api.url,
    );
    output(
      'ReadApiKey',
      'Creates a key of the Planning Read API, and prints it once',
      `npm run lookahead -- keys create --name Lookahead --project ${settings.deployment.planningProject} --to s3://${bucketName} --region ${stack.region}`,
    );
    output(
      'Inbox',
      'Where a programme is put to be imported',
      `s3://${bucketName}/inbox/<region>/<project id>/`,
    );
    output(
      'InboxDropped',
      'Moves back files that could not be imported for hours',
      moveBackCommand(stack.region, planning.inbox),
    );
    if (stage.bucket !== undefined) {
      output(
        'InboxEvents',
        'Makes the bucket that was taken up report new files, which the stack cannot',
        `aws s3api put-bucket-notification-configuration --region ${stack.region} --bucket ${bucketName} --notification-configuration '{"EventBridgeConfiguration":{}}'`,
      );
    }
  }
  output('LinkSecret', 'The secret that signs the links in messages', secrets.linkSecretArn);
  output('SchedulesDropped', 'The queue of what a schedule could not start', schedules.dropped.queueUrl);
  output(
    'EventsDropped',
    'The queue of invocations that failed at every attempt, each with its function and its event',
    functions.dropped.queueUrl,
  );
  output(
    'SesEventsDropped',
    'Moves back what SES reported and could not be stored for hours',
    moveBackCommand(stack.region, functions.sesEvents),
  );
  output(
    'AlarmTopic',
    'The topic that all alarms go to; subscribe to it to receive them',
    monitoring.topic.topicArn,
  );
  const { dnsRecord } = functions.links;
  if (dnsRecord !== undefined) {
    output('LinksDnsRecord', 'DNS record to set, so that the links in messages work', dnsRecord);
  }
  mail.dnsRecords.forEach(({ purpose, record }, index) => {
    output(`DnsRecord${index + 1}`, purpose, record);
  });
  if (settings.lifeCycleFile !== undefined) {
    const file = relative(process.cwd(), settings.lifeCycleFile);
    output(
      'LifeCycleRules',
      'Sets the life-cycle rules of the bucket that was taken up, which the stack cannot',
      `aws s3api put-bucket-lifecycle-configuration --region ${stack.region} --bucket ${bucketName} --lifecycle-configuration file://${file}`,
    );
  }
}

/**
 * The command that moves dropped events back. It names the target queue, which SQS does not know for messages that a
 * topic or a rule dropped.
 */
function moveBackCommand(region: string, { dropped, events }: EventQueue): string {
  return `aws sqs start-message-move-task --region ${region} --source-arn ${dropped.queueArn} --destination-arn ${events.queueArn}`;
}

function onDemandCommand(
  { region, functionName }: { readonly region: string; readonly functionName: string },
  example: Deployment['example'],
): string {
  const payload = JSON.stringify({ ...example, mode: 'preview' });
  return `aws lambda invoke --region ${region} --function-name ${functionName} --cli-binary-format raw-in-base64-out --cli-read-timeout 0 --payload '${payload}' answer.json && cat answer.json`;
}
