import { source as axe } from 'axe-core';
import type { Page } from 'puppeteer-core';
import * as z from 'zod/mini';

const found = z.object({
  violations: z.array(
    z.object({
      id: z.string(),
      impact: z.nullish(z.string()),
      nodes: z.array(z.object({ html: z.string(), failureSummary: z.optional(z.string()) })),
    }),
  ),
});

/** The faults of accessibility that axe calls serious or critical. */
export async function seriousFaults(page: Page) {
  await page.evaluate(axe);
  const { violations } = found.parse(await page.evaluate('axe.run()'));
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
}
