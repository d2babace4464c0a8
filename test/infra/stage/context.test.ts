import { describe, expect, it } from 'vitest';
import { ContextError, stageNameOfContext } from '../../../infra/stage/context.ts';

describe('the context of a deployment', () => {
  it('has the name of the stage, and the keys of the CDK', () => {
    expect(
      stageNameOfContext({
        stage: 'uk',
        'cli-telemetry': false,
        '@aws-cdk/aws-iam:minimizePolicies': true,
        'aws:cdk:enable-path-metadata': true,
        'availability-zones:account=1:region=eu-west-2': [],
      }),
    ).toBe('uk');
    expect(stageNameOfContext({})).toBeUndefined();
  });

  it('does not repeat a key that is given in place of a setting or of the stage', () => {
    const key = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';
    for (const context of [{ [key]: '1' }, { stage: key, schedules: 'on' }]) {
      expect(() => stageNameOfContext(context)).toThrow(/^(?!.*4eC39HqLyj)context /);
    }
  });

  it('refuses a path of the configuration, and any other setting that would have no effect', () => {
    expect(() => stageNameOfContext({ stage: 'uk', config: 'prod.yaml', maxConcurrency: '2' })).toThrow(
      new ContextError([
        'context config: there is no such setting. The configuration is lookahead.yaml in the folder where cdk runs.',
        'context maxConcurrency: there is no such setting. Use -c stage=…; everything else is in lookahead.yaml, under deployment.stages.uk.',
      ]),
    );
  });
});
