/** Week pages on phones, tablets and laptops: without scripts, at any width, in both colour schemes. */
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { seriousFaults } from '../../support/axe.ts';
import { hasChromium, openChromium } from '../../support/chromium.ts';
import { widerThanScreen } from '../../support/pages/looks.ts';
import { type ServedPages, samplePages, servePages } from '../../support/pages/served-pages.ts';

const plans = samplePages();
const names = Object.keys(plans);
const widths = [320, 768, 1366];
const views = ['', '&day=all', '&day=other'];

describe.skipIf(!hasChromium)('in Chromium', () => {
  let served: ServedPages;
  let browser: Browser;
  /** A tab with scripts off, because the policy of the pages stops scripts for readers. */
  let page: Page;
  /** A page with scripts, for what only a script can measure. */
  let measured: Page;
  beforeAll(async () => {
    served = await servePages(plans);
    browser = await openChromium();
    page = await browser.newPage();
    await page.setJavaScriptEnabled(false);
    measured = await browser.newPage();
    // The policy of the page would stop axe too. Another test checks that it stops scripts.
    await measured.setBypassCSP(true);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  const link = (name: string, view = '') => `${served.links[name]}${view}`;

  describe.each(names)('the page %s', (name) => {
    it('is not wider than the screen, also with text of twice the size, light and dark', async () => {
      for (const view of views) {
        await page.goto(link(name, view));
        expect(await widerThanScreen(page, widths), view).toEqual([]);
      }
    });

    it('has targets for thumbs: at least 44 pixels high, and as wide as a seventh of the phone', async () => {
      await page.setViewport({ width: 320, height: 568 });
      await page.goto(link(name));
      const small =
        await page.evaluate(`[...document.querySelectorAll('nav a, summary, .pick, .list a, .act')]
        .filter((each) => each.checkVisibility())
        .map((each) => [each.textContent, each.getBoundingClientRect().height, each.getBoundingClientRect().width])
        .filter(([, height, width]) => height < 44 || width < 44)`);
      expect(small).toEqual([]);
    });

    it('has targets for thumbs under each task that do not overlap', async () => {
      await page.setViewport({ width: 320, height: 568, hasTouch: true, isMobile: true });
      await page.goto(link(name, '&day=all'));
      const faults = await page.evaluate(`(() => {
        const boxes = [...document.querySelectorAll('.t a, .nt summary, footer a')]
          .filter((each) => each.checkVisibility())
          .map((each) => [each.textContent, each.getBoundingClientRect()]);
        return boxes.filter(([, { height, top }], index) =>
          height < 44 || (index > 0 && top < boxes[index - 1][1].bottom - 0.5)).map(([text]) => text);
      })()`);
      expect(faults).toEqual([]);
    });

    it('does not shift while it loads', async () => {
      await measured.setViewport({ width: 360, height: 740 });
      await measured.goto(link(name, '&day=all'), { waitUntil: 'load' });
      const moved = await measured.evaluate(`new Promise((done) => {
        const found = [];
        new PerformanceObserver((list) => found.push(...list.getEntries().map(({ value }) => value)))
          .observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => done(found)));
      })`);
      expect(moved).toEqual([]);
    });

    it('can be used with Tab alone, in the order of the text, with a visible focus', async () => {
      await measured.setViewport({ width: 360, height: 740 });
      await measured.emulateMediaFeatures([]);
      await measured.goto(link(name));
      const all = z.number().parse(
        await measured.evaluate(`(() => {
          window.links = [...document.querySelectorAll('a, summary')].filter((each) => each.checkVisibility());
          return links.length;
        })()`),
      );
      const visited: unknown[] = [];
      for (let index = 0; index < all; index += 1) {
        await measured.keyboard.press('Tab');
        visited.push(
          await measured.evaluate(`(() => {
            const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
            return [links.indexOf(document.activeElement), outlineStyle, outlineWidth];
          })()`),
        );
      }
      expect(visited).toEqual(Array.from({ length: all }, (_, index) => [index, 'solid', '3px']));
    });

    it('has no serious fault of accessibility, light and dark', async () => {
      await measured.setViewport({ width: 360, height: 740 });
      for (const view of views) {
        await measured.goto(link(name, view));
        expect(await seriousFaults(measured), view).toEqual([]);
      }
    });
  });

  it('the page of a later revision is one tap from that of an earlier one', async () => {
    await page.setViewport({ width: 360, height: 740 });
    await page.goto(link('old'));
    const note = await page.$eval('.old', (each) => each.textContent);
    expect(note).toMatch(/^Revision 5 was made on Fri 20 Nov 2026/);
    await page.goto(z.string().parse(await page.evaluate(`document.querySelector('.old a').href`)));
    expect(await page.$$('.old')).toEqual([]);
  });
});
