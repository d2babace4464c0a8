import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import type { Budget } from '#config/stage/stage.ts';

/**
 * A budget for the whole account: a budget that is filtered by tags would count nothing until somebody activates the
 * tags for billing. It has no fixed name: a change of the address replaces the budget, and AWS would refuse a second
 * one with the same name.
 */
export function addBudget(scope: Construct, { dollars, address }: Budget): CfnBudget {
  return new CfnBudget(scope, 'Budget', {
    budget: {
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: dollars, unit: 'USD' },
    },
    notificationsWithSubscribers: ['ACTUAL', 'FORECASTED'].map((notificationType) => ({
      notification: {
        notificationType,
        comparisonOperator: 'GREATER_THAN',
        threshold: 100,
        thresholdType: 'PERCENTAGE',
      },
      subscribers: [{ subscriptionType: 'EMAIL', address }],
    })),
  });
}
