import { Match, Template } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import {
  aDeployment,
  aStack,
  configurationText,
  resourcesOf,
  templateOf,
} from '../support/infra/a-deployment.ts';

const deployment = await aDeployment(
  configurationText.replace(
    'deployment:',
    `deployment:
  tags: { owner: Planning, cost-centre: '4711' }
  budget: { dollars: 100, address: finance@example.com }`,
  ),
);
const stack = aStack(deployment);
const template = Template.fromStack(stack);

it('a budget notifies its address once the month has cost the amount, or is forecast to', () => {
  const subscribed = (NotificationType: string) => ({
    Notification: Match.objectLike({ NotificationType, Threshold: 100, ThresholdType: 'PERCENTAGE' }),
    Subscribers: [{ SubscriptionType: 'EMAIL', Address: 'finance@example.com' }],
  });
  template.hasResourceProperties('AWS::Budgets::Budget', {
    Budget: {
      // A changed mail address creates a new budget before the old one is deleted, so a fixed name would be taken.
      BudgetName: Match.absent(),
      BudgetType: 'COST',
      TimeUnit: 'MONTHLY',
      BudgetLimit: { Amount: 100, Unit: 'USD' },
    },
    NotificationsWithSubscribers: [subscribed('ACTUAL'), subscribed('FORECASTED')],
  });
});

it('every resource has the tags of lookahead.yaml and those of its stage', () => {
  expect(stack.tags.tagValues()).toEqual({
    owner: 'Planning',
    'cost-centre': '4711',
    application: 'lookahead',
    stage: 'prod',
    commit: '1a2b3c4d5e6f',
  });
});

it('there is no budget unless it is configured', async () => {
  const without = templateOf(await aDeployment());
  expect(resourcesOf(without, 'AWS::Budgets::Budget').size).toBe(0);
});
