import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { composeMessage } from '#mail/transport/compose-message.ts';
import { seriousFaults } from '../../support/axe.ts';
import { aMessageContent } from '../../support/builders/a-message.ts';
import { hasChromium, openChromium } from '../../support/chromium.ts';
import { type SampleMail, sampleMails } from '../../support/mail/sample-mails.ts';

const mails = await sampleMails();
const widths = [320, 360, 600, 1200];
/** Width and height of the smallest phone in use, in CSS pixels. */
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
    it('does not scroll sideways', async () => {
      await show(mail);
      const scrolled: [number, unknown][] = [];
      for (const width of widths) {
        await page.setViewport({ ...phone, width });
        scrolled.push([width, await page.evaluate('document.documentElement.scrollWidth')]);
      }
      expect(scrolled).toEqual(widths.map((width) => [width, width]));
    });

    it('leaves gaps between its figures on a phone', async () => {
      await show(mail);
      const gaps = z.array(z.number()).parse(
        await page.evaluate(`[...document.querySelectorAll('.figure')].flatMap((each) => {
          const box = (element) => {
            const text = document.createRange();
            text.selectNodeContents(element);
            return text.getBoundingClientRect();
          };
          const next = each.closest('td').nextElementSibling?.querySelector('.figure');
          return next ? [box(next).left - box(each).right] : [];
        })`),
      );
      for (const gap of gaps) expect(gap).toBeGreaterThan(3);
    });

    it('has no serious fault of accessibility, light and dark', async () => {
      await show(mail);
      expect(await seriousFaults(page)).toEqual([]);
    });
  });

  describe('on a phone of 360 pixels', () => {
    const ownMails = mails.filter(({ name }) => name.startsWith('own-days'));

    async function shownAt360(mail: SampleMail): Promise<void> {
      await page.setViewport({ width: 360, height: 640 });
      await page.setContent(mail.html);
    }

    it.each(mails.filter(({ name }) => /^(?:report|cut)/.test(name) || name === 'own-days'))(
      '$name is at most 2,000 pixels high',
      async (mail) => {
        await shownAt360(mail);
        expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(2_000);
      },
    );

    it.each(ownMails)("$name begins with the reader's days", async (mail) => {
      await shownAt360(mail);
      const [heading, top] = z.tuple([z.string(), z.number()]).parse(
        await page.evaluate(`(() => {
          const heading = document.querySelector('h2');
          const task = heading.closest('tr').nextElementSibling.querySelectorAll('table td')[1];
          return [heading.innerText, task.getBoundingClientRect().top];
        })()`),
      );
      expect(heading).toMatch(/^Your days: week/);
      expect(top).toBeLessThan(500);
    });
  });

  describe('the first screen of a phone', () => {
    /** The texts that are completely above the lower edge of the screen. */
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

    it.each(['report-40', 'report-300', 'report-400', 'cut-nights'])(
      'of %s shows what is new',
      async (name) => {
        expect(await firstScreen(name)).toMatch(
          /New since revision 3 of week 47[\s\S]*tasks changed: [\s\S]*\(\w+\)/,
        );
      },
    );

    it('shows what the message of a cut is limited to', async () => {
      expect(await firstScreen('cut-nights')).toContain('Only: Keller Piling, Formworks · night shift');
    });

    it('has the action that a notice asks for', async () => {
      expect(await firstScreen('notice-not-delivered')).toContain('What to do first: fix the cause');
    });
  });
});

it.each(mails)('the message $name is under 60 kB, text and HTML as they are sent', async ({ text, html }) => {
  const { raw } = await composeMessage(aMessageContent({ text, html }), []);
  expect(raw.length).toBeLessThan(60_000);
});
