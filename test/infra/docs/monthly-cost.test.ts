import { describe, expect, it } from 'vitest';
import { assumedStack, costOfStoredYear, monthlyCost } from '../../../infra/docs/monthly-cost.ts';
import { aDeployment, resourcesOf, templateOf } from '../../support/infra/a-deployment.ts';

describe.each([
  [10, { lines: [18.05, 0.01, 0.07, 0.01, 0], total: 18.13, year: 0 }],
  [500, { lines: [18.05, 0.25, 3.57, 0.54, 0.07], total: 22.47, year: 0.24 }],
  [5_000, { lines: [18.05, 2.53, 35.67, 5.37, 0.65], total: 62.27, year: 2.4 }],
])('the monthly cost of %i projects', (projects, { lines, total, year }) => {
  const cents = (dollars: number) => Number(dollars.toFixed(2));
  const cost = [...monthlyCost(projects).values()];

  it('is the sum of what was computed by hand', () => {
    expect(cost.map(cents)).toEqual(lines);
    expect(cents(cost.reduce((sum, each) => sum + each, 0))).toBe(total);
  });

  it('grows with each further year of workbooks', () => {
    expect(cents(costOfStoredYear(projects))).toBe(year);
  });
});

it('the template has as many alarms, metrics in alarms, dashboards and secrets as are paid for', async () => {
  const template = templateOf(await aDeployment());
  const alarms = [...resourcesOf(template, 'AWS::CloudWatch::Alarm').values()];
  const metrics = alarms.flatMap(({ Metrics }) =>
    [Metrics].flat().filter((one) => JSON.stringify(one).includes('MetricStat')),
  );
  const { alarms: count, alarmMetrics, dashboards } = assumedStack;
  expect({ count: alarms.length, alarmMetrics: metrics.length }).toEqual({ count, alarmMetrics });
  expect(resourcesOf(template, 'AWS::CloudWatch::Dashboard').size).toBe(dashboards);
});
