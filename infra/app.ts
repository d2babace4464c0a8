/**
 * The CDK app: `npx cdk deploy -c stage=uk`, run in the folder of `lookahead.yaml`. A problem in the file is reported
 * with line and remedy, and then nothing is deployed.
 */
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { LookaheadError } from '#base/lookahead-error.ts';
import { LookaheadStack } from './lookahead-stack.ts';
import { readDeployedCommit, requireCommit } from './stage/commit.ts';
import { stageNameOfContext } from './stage/context.ts';
import { readDeployment } from './stage/deployment.ts';

// The app is synthesised below: by itself, it would also write an empty deployment when its input is refused.
const app = new App({ autoSynth: false });
try {
  const stage = stageNameOfContext(app.node.getAllContext());
  const deployment = await readDeployment('lookahead.yaml', stage);
  const commit = readDeployedCommit(deployment);
  requireCommit(deployment.stage, commit);
  new LookaheadStack(app, `lookahead-${deployment.stage.name}`, { deployment, commit: commit.name });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  app.synth();
} catch (error) {
  if (!(error instanceof LookaheadError && error.kind === 'input')) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
