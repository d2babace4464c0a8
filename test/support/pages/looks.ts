/** How a page looks on phones and on computers. */
import type { Page } from 'puppeteer-core';
import * as z from 'zod/mini';

export const light = [{ name: 'prefers-color-scheme', value: 'light' }];
export const dark = [{ name: 'prefers-color-scheme', value: 'dark' }];

/**
 * The cases in which the loaded page is wider than the screen. It looks at each width with text of normal and of twice
 * the size, and at a width of 320 pixels in dark mode. @param widths pixels
 */
export async function widerThanScreen(page: Page, widths: readonly number[]): Promise<readonly unknown[]> {
  const wider: unknown[] = [];
  const look = async (width: number, how: string) => {
    await page.setViewport({ width, height: 740 });
    const scrolled = z.number().parse(await page.evaluate('document.documentElement.scrollWidth'));
    if (scrolled > width) wider.push([how, width, scrolled]);
  };
  await page.emulateMediaFeatures(light);
  for (const size of ['100%', '200%']) {
    await page.evaluate(`document.documentElement.style.fontSize = '${size}'`);
    for (const width of widths) await look(width, size);
  }
  // In dark mode only colours differ, so the widest text on the narrowest screen is enough.
  await page.emulateMediaFeatures(dark);
  await look(320, 'dark');
  await page.emulateMediaFeatures(light);
  return wider;
}
