import { expect, it } from 'vitest';
import { configurationOf } from '../support/a-world.ts';
import { aConfigurationText, weekly } from '../support/builders/a-configuration.ts';

function addressesOf(lines: Readonly<Record<string, string>>) {
  const text = aConfigurationText({ reports: [{ ...weekly, ...lines }] });
  const [report] = configurationOf(text).reports;
  return [report?.to, report?.cc, report?.contact];
}

it('addresses in any spelling are brought into the same form as those of the planning service', () => {
  expect(
    addressesOf({
      to: `[" m&e@example.com ", "o'brien@Example.COM"]`,
      cc: '["iwan@пример.рф", "a+b@example.xn--p1ai"]',
      contact: '"planner@example.com\\u200b"',
    }),
  ).toEqual([
    ['m&e@example.com', "o'brien@example.com"],
    ['iwan@xn--e1afmkfd.xn--p1ai', 'a+b@example.xn--p1ai'],
    'planner@example.com',
  ]);
});
