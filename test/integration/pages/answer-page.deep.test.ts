/** The answer page as a phone shows it: without scripts, with a thumb or with a keyboard. */
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { seriousFaults } from '../../support/axe.ts';
import { hasChromium, openChromium } from '../../support/chromium.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { anAddress } from '../../support/pages/a-page.ts';
import { anAnswerPage, answersIn, oneOfLastWeek } from '../../support/pages/an-answer-page.ts';
import { widerThanScreen } from '../../support/pages/looks.ts';
import { serveAnswerPages } from '../../support/pages/served-answers.ts';

const manyTasks = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `A${1_000 + index}`,
    name: `Fix reinforcement to pile cap ${index}, grid ${index % 9}–${(index % 7) + 4}`,
    start: `2026-11-2${3 + (index % 5)}`,
    location: `Level ${index % 12} east`,
    labour: { operatives: 2 + (index % 9) },
  }));
const long = 'w'.repeat(10_000);
const hostile = [{ id: long, name: `<b>${long}\u202E`, start: '2026-11-24', location: long }];
const pages = {
  one: anAnswerPage({ tasks: manyTasks(1), lastWeek: oneOfLastWeek }),
  small: anAnswerPage({ tasks: manyTasks(5), lastWeek: oneOfLastWeek }),
  twelve: anAnswerPage({ tasks: manyTasks(12) }),
  many: anAnswerPage({ tasks: manyTasks(300) }),
  hostile: anAnswerPage({ tasks: hostile }),
};
type Name = keyof typeof pages;

describe.skipIf(!hasChromium)('an answer page in Chromium', () => {
  const store = createMemoryStore();
  let served: Awaited<ReturnType<typeof serveAnswerPages>>;
  let browser: Browser;
  let page: Page;
  /** A page with scripts, for what only a script can measure. */
  let measured: Page;
  const links = new Map<string, string>();
  beforeAll(async () => {
    const all = Object.entries(pages).map(([message, each]) => [anAddress({ message }), each] as const);
    served = await serveAnswerPages(store, all);
    Object.keys(pages).forEach((name, index) => void links.set(name, served.links[index] ?? ''));
    browser = await openChromium();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });
  beforeEach(async () => {
    for (const key of store.objects.keys()) if (key.startsWith('answer')) store.objects.delete(key);
    const phone = await browser.createBrowserContext();
    measured = await phone.newPage();
    // The policy of the page would stop axe too. Another test checks that it stops scripts.
    await measured.setBypassCSP(true);
    // This page is opened last, so it is in front and taps reach it.
    page = await phone.newPage();
    await page.setJavaScriptEnabled(false);
    const viewport = { width: 360, height: 740, hasTouch: true, isMobile: true };
    for (const each of [page, measured]) await each.setViewport(viewport);
    return () => phone.close();
  });

  const link = (name: Name) => links.get(name) ?? '';
  const tapToNext = (selector: string) => Promise.all([page.waitForNavigation(), page.tap(selector)]);

  it.each(['small', 'hostile'] as const)('is not wider than the screen: %s', async (name) => {
    await page.goto(link(name));
    await page.evaluate(`document.querySelectorAll('.no input').forEach((each) => { each.checked = true; })`);
    expect(await widerThanScreen(page, [320, 390, 768, 1366])).toEqual([]);
  });

  it('has no serious fault of accessibility, empty and answered, light and dark', async () => {
    await measured.goto(link('small'));
    for (const answered of ['', 'label:first-child input[type=radio]', '.no input']) {
      if (answered !== '')
        await measured.evaluate(
          `document.querySelectorAll('${answered}').forEach((each) => { each.checked = true; })`,
        );
      expect(await seriousFaults(measured), answered).toEqual([]);
    }
  });

  it('has targets for thumbs of at least 44 pixels', async () => {
    await page.goto(link('small'));
    await page.evaluate(`document.querySelectorAll('.no input').forEach((each) => { each.checked = true; })`);
    const small =
      await page.evaluate(`[...document.querySelectorAll('.two label, button:not(.first), select, textarea, input[type=text], input[type=date], input[type=number], main a')]
      .map((each) => [each.outerHTML.slice(0, 60), each.getBoundingClientRect().height, each.getBoundingClientRect().width])
      .filter(([, height, width]) => height < 44 || width < 44)`);
    expect(small).toEqual([]);
  });

  it('is one response of at most 8 kB with 12 tasks and 15 kB with 300', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(link('twelve'));
    expect(asked.filter((each) => !each.endsWith('/favicon.ico'))).toEqual([link('twelve')]);
    const sizes = await Promise.all(
      (['twelve', 'many'] as const).map(
        async (name) => gzipSync(await (await fetch(link(name))).text()).length,
      ),
    );
    process.stdout.write(`answer page: ${sizes.join(' and ')} bytes\n`);
    expect(sizes[0]).toBeLessThanOrEqual(8_000);
    expect(sizes[1]).toBeLessThanOrEqual(15_000);
  });

  it('can be filled in, signed and sent with taps', async () => {
    await page.goto(link('small'));
    await tapToNext('.all');
    expect(answersIn(store)).toEqual([]);
    // Last week's task is below the others.
    await page.tap('fieldset:has([name=a0]) .two label');
    await page.type('[name=name]', 'Jo Bloggs');
    await tapToNext('footer button');
    expect(await page.$eval('.ok', (each) => each.textContent)).toMatch(/^Stored: 1 done, 5 promised\./);
    expect(answersIn(store)).toHaveLength(1);
    await page.goto(link('small'));
    expect(await page.$eval('[name=name]', (each) => each.getAttribute('value'))).toBe('Jo Bloggs');
  });

  it('shows reason, new start and note only for tasks that are not as planned, and requires a reason', async () => {
    await page.goto(link('small'));
    const more = () => page.$eval('[name=r1]', (each) => each.checkVisibility());
    expect(await more()).toBe(false);
    await page.tap('fieldset:has([name=a1]) .no');
    expect(await more()).toBe(true);
    await page.type('[name=name]', 'Jo');
    await tapToNext('footer button');
    expect(await page.$eval('.x', (each) => each.textContent)).toBe('Choose a reason.');
    await page.select('[name=r1]', 'Labour');
    await page.type('[name=n1]', 'two ill');
    await tapToNext('footer button');
    expect(answersIn(store)).toMatchObject([{ entries: [{ says: 'decline', reason: 'Labour' }] }]);
  });

  it('can be answered and sent with the keyboard alone, and no focused element is covered', async () => {
    await measured.bringToFront();
    await measured.goto(link('small'));
    const covered: unknown[] = [];
    const tab = async () => {
      await measured.keyboard.press('Tab');
      const found = await measured.evaluate(`(() => {
        const each = document.activeElement;
        const { top, bottom } = each.getBoundingClientRect();
        const foot = document.querySelector('footer');
        const limit = foot.contains(each) ? innerHeight : foot.getBoundingClientRect().top;
        return top < 0 || bottom > limit + 1 ? each.outerHTML.slice(0, 80) + bottom : '';
      })()`);
      if (found !== '') covered.push(found);
      return z
        .string()
        .parse(await measured.evaluate(`document.activeElement.name || document.activeElement.textContent`));
    };
    const seen: string[] = [];
    for (let name = await tab(); name !== 'name' && seen.length < 60; name = await tab()) {
      seen.push(name);
      if (/^a\d/.test(name)) await measured.keyboard.press('Space');
    }
    expect(seen.filter((name) => /^a\d/.test(name))).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a0']);
    expect(covered).toEqual([]);
    await measured.keyboard.type('Jo');
    await Promise.all([measured.waitForNavigation(), measured.keyboard.press('Enter')]);
    expect(answersIn(store)).toHaveLength(1);
  });

  it('stores no answer of a scanner that clicks everything', async () => {
    /** Each script has a page of its own, because puppeteer would otherwise wait for requests of the last click. */
    async function runOnOwnPage(script: string): Promise<void> {
      const own = await browser.newPage();
      await own.goto(link('one'));
      await own.evaluate(script).catch(leftPage);
      await own.waitForNetworkIdle();
      await own.close();
    }
    await measured.goto(link('one'));
    const count = (await measured.$$('button, a, label')).length;
    for (let index = 0; index < count; index += 1)
      await runOnOwnPage(`document.querySelectorAll('button, a, label')[${index}].click()`);
    // Clicks on each answer, the first one of each task last, and then on the buttons that send them.
    const answerAndSend = `for (const each of [...[...document.querySelectorAll('label')].reverse(),
      ...document.querySelectorAll('button:not(.all)')]) each.click();`;
    await runOnOwnPage(answerAndSend);
    expect(answersIn(store)).toEqual([]);
    // With a name, the same clicks store an answer.
    await measured.bringToFront();
    await measured.type('input[name=name]', 'Ali');
    await Promise.all([measured.waitForNavigation(), measured.evaluate(answerAndSend).catch(leftPage)]);
    expect(answersIn(store)).toHaveLength(1);
  });
});

/** Ignores the error of a click that leads elsewhere and so ends its page. */
const leftPage = () => undefined;
