import { source as axe } from 'axe-core';
import type { Page } from 'puppeteer-core';
import * as z from 'zod/mini';
import { dark, light } from './pages/looks.ts';

const found = z.object({
  violations: z.array(
    z.object({
      id: z.string(),
      impact: z.nullish(z.string()),
      nodes: z.array(z.object({ html: z.string(), failureSummary: z.optional(z.string()) })),
    }),
  ),
});

const rulesOfColours = ['color-contrast', 'link-in-text-block'];

/**
 * Accessibility faults that axe calls serious or critical: by all rules in light mode, and by the rules on colours in
 * dark mode.
 */
export async function seriousFaults(page: Page) {
  await page.emulateMediaFeatures(light);
  const faults = await faultsOf(page, {});
  await page.emulateMediaFeatures(dark);
  return [...faults, ...(await faultsOf(page, { runOnly: rulesOfColours }))];
}

async function faultsOf(page: Page, rules: { readonly runOnly?: readonly string[] }) {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe);
  // Listing passed rules and the selector of each element would take as long as finding the faults.
  const options = { ...rules, resultTypes: ['violations'], selectors: false };
  const { violations } = found.parse(await page.evaluate(`axe.run(${JSON.stringify(options)})`));
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
}
