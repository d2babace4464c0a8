/**
 * The deployment: `npx cdk deploy -c stage=prod -c config=lookahead.yaml`. What is wrong with the configuration is
 * said here, with file, line and remedy, and nothing is deployed.
 */
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { ConfigurationError } from '../functions/config/configuration-error.ts';
import { readDeployment } from './deployment.ts';
import { LookaheadStack } from './lookahead-stack.ts';
import { readSettings, SettingsError } from './settings.ts';

// Synthesised below: by itself an app would also write an empty deployment when its input is refused.
const app = new App({ autoSynth: false });
try {
  const settings = readSettings(app.node.getAllContext());
  const deployment = await readDeployment(settings.config);
  const stack = new LookaheadStack(app, `lookahead-${settings.stage}`, { settings, deployment });
  if (settings.alarmEmail === undefined && settings.schedules === 'on') {
    Validations.of(stack).addWarning(
      'Lookahead-NobodyHearsAlarms',
      'No alarmEmail is given: this deployment mails its alarms to nobody. Give it with -c alarmEmail=you@example.com, each time, or once in cdk.json under context.',
    );
  }
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  app.synth();
} catch (error) {
  if (!(error instanceof ConfigurationError || error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
