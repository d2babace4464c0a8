/**
 * The deployment: `npx cdk deploy -c stage=prod -c config=lookahead.yaml`. A problem with the configuration is
 * reported with file, line and remedy, and nothing is deployed.
 */
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { LookaheadError } from '../functions/base/lookahead-error.ts';
import { readDeployment } from './deployment.ts';
import { LookaheadStack } from './lookahead-stack.ts';
import { readSettings } from './settings.ts';

// Synthesised below: an app that synthesises by itself also writes an empty deployment when its input is refused.
const app = new App({ autoSynth: false });
try {
  const settings = readSettings(app.node.getAllContext());
  const deployment = await readDeployment(settings.config);
  const stack = new LookaheadStack(app, `lookahead-${settings.stage}`, { settings, deployment });
  if (settings.alarmEmail === undefined && settings.schedules === 'on') {
    Validations.of(stack).addWarning(
      'Lookahead-NobodyHearsAlarms',
      'alarmEmail is not set, so the alarms of this deployment are mailed to nobody. Set it with -c alarmEmail=you@example.com at each deployment, or permanently in cdk.json under context.',
    );
  }
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  app.synth();
} catch (error) {
  if (!(error instanceof LookaheadError && error.kind === 'input')) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
