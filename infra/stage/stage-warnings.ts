import { RegionInfo } from 'aws-cdk-lib/region-info';
import type { StageMailIdentity } from '#config/stage/stage-mail.ts';
import type { Deployment } from './deployment.ts';

export type StageWarning = { readonly id: string; readonly text: string };

/** Each warning is one line, and names the key of `lookahead.yaml` to change. */
export function stageWarnings(
  { stage, warnings, from }: Deployment,
  identity: StageMailIdentity,
): readonly StageWarning[] {
  const path = `deployment.stages.${stage.name}`;
  const found: StageWarning[] = warnings.map((text) => ({ id: 'Lookahead-LocalService', text }));
  const warn = (id: string, text: string) => found.push({ id: `Lookahead-${id}`, text });
  if (stage.alarmAddress === undefined) {
    warn('NobodyHearsAlarms', `Alarms of this stage are mailed to nobody. Set ${path}.alarmAddress.`);
  }
  if (stage.production === 'on' && stage.schedules === 'off') {
    warn(
      'SchedulesOff',
      `This stage is in production, but sends nothing by itself. Once a test mail has arrived, set ${path}.schedules: on and deploy again.`,
    );
  }
  if (!RegionInfo.regions.some(({ name }) => name === stage.awsRegion)) {
    warn(
      'UnknownRegion',
      `The CDK knows no AWS region ${stage.awsRegion}. Correct ${path}.awsRegion, unless the region is new.`,
    );
  }
  const domain = from.slice(from.lastIndexOf('@') + 1);
  if (identity.kind === 'address' || (identity.kind === 'existing' && identity.name.includes('@'))) {
    warn(
      'UnsignedMail',
      `Mail from ${from} is signed by amazonses.com and not by ${domain}, so it fails DMARC: where ${domain} publishes p=reject, servers refuse it, where p=quarantine, it is junk, and large providers may refuse it even without a policy. Set ${path}.identity: { domain: ${domain} } once you can set DNS records of the domain.`,
    );
  }
  if (stage.bucket !== undefined) {
    warn(
      'BucketRules',
      `The bucket ${stage.bucket} keeps the life-cycle rules that it has. After a change of ${path}.retention, run the command in the output LifeCycleRules.`,
    );
    if (identity.kind !== 'existing') {
      warn(
        'IdentityMayExist',
        `The stack that left the bucket ${stage.bucket} left its SES identity too. If the deployment fails because the identity already exists, set ${path}.identity: { existing: ${identity.kind === 'domain' ? identity.domain : identity.address} }.`,
      );
    }
  }
  if (stage.bucket !== undefined && stage.links?.domain !== undefined && stage.links.secret === undefined) {
    warn(
      'LinksMayEnd',
      `Links in messages of the stack that left the bucket ${stage.bucket} stop working, because this one signs with a new secret. Set ${path}.links.secret to the one that it left.`,
    );
  }
  return found;
}
