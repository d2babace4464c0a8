import { source as axe } from 'axe-core';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { hasChromium, openChromium } from '../../support/chromium.ts';
import { type SampleMail, sampleMails } from '../../support/mail/sample-mails.ts';

const mails = sampleMails();
const widths = [320, 360, 600, 1200];
const schemes = ['light', 'dark'] as const;
/** Pixels of the smallest phone in use. */
const phone = { width: 320, height: 568 };

describe.skipIf(!hasChromium)('in Chromium', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await openChromium();
    page = await browser.newPage();
  }, 60_000);
  afterAll(() => browser?.close());

  async function show({ html }: SampleMail): Promise<void> {
    await page.setViewport(phone);
    await page.setContent(html);
  }

  describe.each(mails)('the message $name', (mail) => {
    test('does not scroll sideways', async () => {
      await show(mail);
      const scrolled: [number, unknown][] = [];
      for (const width of widths) {
        await page.setViewport({ ...phone, width });
        scrolled.push([width, await page.evaluate('document.documentElement.scrollWidth')]);
      }
      expect(scrolled).toEqual(widths.map((width) => [width, width]));
    });

    test('keeps its figures apart on a phone', async () => {
      await show(mail);
      const ends = z.array(z.object({ right: z.number(), next: z.number() })).parse(
        await page.evaluate(`[...document.querySelectorAll('.figure')].flatMap((each) => {
          const text = document.createRange();
          text.selectNodeContents(each);
          const next = each.closest('td').nextElementSibling;
          const { right } = text.getBoundingClientRect();
          return next ? [{ right, next: next.getBoundingClientRect().left }] : [];
        })`),
      );
      for (const { right, next } of ends) expect(next - right).toBeGreaterThan(6);
    });

    test.each(schemes)('has no serious fault of accessibility, %s', async (value) => {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
      await show(mail);
      await page.evaluate(axe);
      const { violations } = foundByAxe.parse(await page.evaluate('axe.run()'));
      expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
    });
  });

  describe('the first screen of a phone', () => {
    /** The texts that lie above its lower edge in full. */
    async function firstScreen(name: string): Promise<string> {
      const mail = mails.find((each) => each.name === name);
      if (mail === undefined) throw new Error(`There is no message ${name}.`);
      await show(mail);
      return z.string().parse(
        await page.evaluate(`[...document.querySelectorAll('h1, h2, p, td:not(:has(td))')]
          .filter((each) => each.getBoundingClientRect().bottom <= innerHeight)
          .map((each) => each.innerText).join('\\n')`),
      );
    }

    test.each(['report-40', 'report-300', 'report-4000', 'cut-nights'])(
      'of %s says what is new and three things to decide',
      async (name) => {
        const shown = await firstScreen(name);
        expect(shown).toContain('New since revision 3 of week 47');
        expect(shown.match(/✗/g)).toHaveLength(3);
      },
    );

    test('of a cut says what it is a cut of', async () => {
      expect(await firstScreen('cut-nights')).toContain('Only: Keller Piling, Formworks · night shift');
    });

    test("of one subcontractor's message begins with their days", async () => {
      const shown = await firstScreen('own-days');
      expect(shown).toContain('Only: Steelfix Reinforcement');
      expect(shown).toMatch(/Your days in week 48\s+Mon 23( – \w+ \d+)?\s+Fix column starters/);
    });

    test('of a notice says what to do', async () => {
      expect(await firstScreen('notice-not-delivered')).toContain('What to do first: fix the cause');
    });
  });
});

const foundByAxe = z.object({
  violations: z.array(
    z.object({
      id: z.string(),
      impact: z.nullish(z.string()),
      nodes: z.array(z.object({ html: z.string(), failureSummary: z.optional(z.string()) })),
    }),
  ),
});

test.each(mails)('the message $name is under 90 kB', ({ html }) => {
  expect(Buffer.byteLength(html)).toBeLessThan(90_000);
});
