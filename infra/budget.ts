import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import type { Budget } from '#config/stage/stage.ts';

/**
 * For the whole account: a budget by tags would count nothing until somebody activates them for billing. It has no name
 * of its own: a change of the address replaces it, and AWS would find the name taken.
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
