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

/** Only these faults depend on colours. */
const rulesOfColours = ['color-contrast', 'link-in-text-block'];

/** The faults of accessibility that axe calls serious or critical. */
export function seriousFaults(page: Page) {
  return faultsOf(page, {});
}

/** The same of a page in other colours, where `seriousFaults` has looked at everything else. */
export function seriousFaultsOfColours(page: Page) {
  return faultsOf(page, { runOnly: rulesOfColours });
}

async function faultsOf(page: Page, rules: { readonly runOnly?: readonly string[] }) {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe);
  // To describe what is in order, and where each element is, takes as long as to look for faults.
  const options = { ...rules, resultTypes: ['violations'], selectors: false };
  const { violations } = found.parse(await page.evaluate(`axe.run(${JSON.stringify(options)})`));
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
}
