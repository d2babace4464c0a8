import { expect, it } from 'vitest';
import { mailIdentityOfStage } from '#config/stage/stage-mail.ts';
import type { Stage } from '../../../infra/stage/deployment.ts';
import { stageWarnings } from '../../../infra/stage/stage-warnings.ts';
import { aDeployment } from '../../support/infra/a-deployment.ts';

const deployment = await aDeployment();

function warnings(settings: Partial<Stage> = {}): readonly string[] {
  const stage = { ...deployment.stage, ...settings };
  return stageWarnings({ ...deployment, stage }, mailIdentityOfStage(stage, deployment.from)).map(
    ({ text }) => text,
  );
}

it('a complete stage has no warning', () => {
  expect(warnings()).toEqual([]);
});

it.each([
  [
    { alarmAddress: undefined },
    'Alarms of this stage are mailed to nobody. Set deployment.stages.prod.alarmAddress.',
  ],
  [
    { awsRegion: 'eu-wset-2' },
    'The CDK knows no AWS region eu-wset-2. Correct deployment.stages.prod.awsRegion, unless the region is new.',
  ],
  [
    { schedules: 'off' },
    'This stage is in production, but sends nothing by itself. Once a test mail has arrived, set deployment.stages.prod.schedules: on and deploy again.',
  ],
  [
    { identity: { address: 'lookahead@example.com' } },
    'Mail from lookahead@example.com is signed by amazonses.com and not by example.com, so it fails DMARC: where example.com publishes p=reject, servers refuse it, where p=quarantine, it is junk, and large providers may refuse it even without a policy. Set deployment.stages.prod.identity: { domain: example.com } once you can set DNS records of the domain.',
  ],
  [
    { identity: { existing: 'lookahead@example.com' } },
    expect.stringContaining('Mail from lookahead@example.com is signed by amazonses.com'),
  ],
  [
    { bucket: 'left-over', identity: { existing: 'example.com' } },
    'The bucket left-over keeps the life-cycle rules that it has. After a change of deployment.stages.prod.retention, run the command in the output LifeCycleRules.',
  ],
] satisfies [Partial<Stage>, unknown][])('%j is warned about', (settings, text) => {
  expect(warnings(settings)).toEqual([text]);
});

it('a stage with an existing bucket that creates its identity is warned that the identity may exist', () => {
  expect(warnings({ bucket: 'left-over' })).toContain(
    'The stack that left the bucket left-over left its SES identity too. If the deployment fails because the identity already exists, set deployment.stages.prod.identity: { existing: example.com }.',
  );
});

it('a stage with an existing bucket and a new secret for links on its domain is warned that earlier links stop working', () => {
  const links = { domain: 'lookahead.example.com', certificate: 'arn' };
  const text = 'Set deployment.stages.prod.links.secret to the one that it left.';
  expect(warnings({ bucket: 'left-over', links }).join('\n')).toContain(text);
  const takenOver = { ...links, secret: 'arn' };
  for (const other of [takenOver, { perSecond: 45 }, undefined]) {
    expect(warnings({ bucket: 'left-over', links: other }).join('\n')).not.toContain(text);
  }
});
