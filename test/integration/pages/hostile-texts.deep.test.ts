/** Text that people type into a planning tool stays plain text on the week page, whatever it looks like. */
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aPlanInput } from '../../support/builders/a-plan-input.ts';
import { aSiteTask } from '../../support/builders/a-site-task.ts';
import { hasChromium, openChromium } from '../../support/chromium.ts';
import { type ServedPages, servePages } from '../../support/pages/served-pages.ts';

const texts: Readonly<Record<string, string>> = {
  script: '<script>window.ran = 1</script>',
  image: '"><img src=/stolen onerror="window.ran = 1">',
  style: '</style><style>*{display:none}</style>',
  end: '</table></main><h1>owned</h1><!--',
  link: '<a href="javascript:window.ran=1">x</a>',
  override: 'Pour \u202Ereversed\u2066 slab',
  emoji: 'Crane 🏗️👩🏽‍🔧 lift',
  arabic: 'صب الخرسانة في الطابق ٣',
  long: 'w'.repeat(10_000),
  words: 'ten thousand characters in words '.repeat(303),
};
const names = Object.keys(texts);

/** A site in which every name is the text. */
function siteOf(text: string) {
  const task = (id: string, start: string) =>
    aSiteTask({
      id: `${text}${id}`,
      name: `${text} ${id}`,
      notes: text,
      start,
      finish: '2026-11-26',
      owner: `${text} owner`,
      folder: text,
      package: text,
      subcontractor: `${text} ${id}`,
      location: `${text} ${id}`,
      status: 'blocked',
      labour: { [text]: 3 },
      source: { progress: [{ type: 'delay', date: '2026-11-18', name: text }] },
    });
  const { project } = aPlanInput();
  return aLookahead({
    tasks: [task('1', '2026-11-23'), task('2', '2026-11-25')],
    project: { ...project, name: text },
    rules: { filterNames: { subcontractorIds: [text], locationIds: [text] } },
    report: { key: 'weekly', name: text },
  });
}

describe.skipIf(!hasChromium)('in Chromium', () => {
  let served: ServedPages;
  let browser: Browser;
  let page: Page;
  const requests: string[] = [];
  beforeAll(async () => {
    served = await servePages(
      Object.fromEntries(
        Object.entries(texts).map(([name, text]) => [
          name,
          { lookahead: siteOf(text), kind: 'page' as const },
        ]),
      ),
    );
    browser = await openChromium();
    // Scripts are on, so that only the page itself and its policy can stop them.
    page = await browser.newPage();
    page.on('request', (request) => requests.push(request.url()));
    await page.setViewport({ width: 320, height: 568 });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  it.each(names)(
    '%s stays text, runs nothing, requests nothing, and is not wider than the phone',
    async (name) => {
      for (const view of ['', '&day=all', '&not-ready=1&day=all&subcontractor=0&place=0']) {
        const url = `${served.links[name]}${view}`;
        requests.length = 0;
        await page.goto(url);
        const seen = seenOnPage.parse(
          await page.evaluate(`(() => {
          document.querySelectorAll('details').forEach((each) => { each.open = true; });
          return {
            ran: 'ran' in window,
            scripts: document.querySelectorAll('script, img, iframe, object, [onerror]').length,
            styles: document.querySelectorAll('style').length,
            headings: document.querySelectorAll('h1').length,
            links: [...document.links].map(({ protocol }) => protocol).filter((each) => !/^(http|mailto):$/.test(each)),
            project: document.querySelector('h1').textContent,
            width: document.documentElement.scrollWidth,
          };
        })()`),
        );
        const { project, ...others } = seen;
        expect(others).toEqual({ ran: false, scripts: 0, styles: 1, headings: 1, links: [], width: 320 });
        // Characters that change the text direction are left out.
        expect(project.slice(0, 15)).toBe(texts[name]?.replaceAll(/[\u202E\u2066]/g, '').slice(0, 15));
        expect(requests.filter((each) => !each.endsWith('/favicon.ico'))).toEqual([url]);
      }
    },
  );

  it('a script or a style that got into the page would not run', async () => {
    await page.goto(`${served.links['emoji']}`);
    const ran = await page.evaluate(`new Promise((done) => {
      const blocked = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => blocked.push(effectiveDirective));
      for (const [kind, text] of [['script', 'window.ran = 1'], ['style', 'h1 { display: none }']]) {
        const element = document.createElement(kind);
        element.textContent = text;
        document.head.append(element);
      }
      const image = new Image();
      image.addEventListener('error', () => {
        const { display } = getComputedStyle(document.querySelector('h1'));
        done({ blocked: blocked.sort(), ran: 'ran' in window, display });
      });
      image.src = '/stolen.png';
      document.body.append(image);
    })`);
    expect(ran).toEqual({
      blocked: ['img-src', 'script-src-elem', 'style-src-elem'],
      ran: false,
      display: 'block',
    });
  });
});

const seenOnPage = z.object({
  ran: z.boolean(),
  scripts: z.number(),
  styles: z.number(),
  headings: z.number(),
  links: z.array(z.string()),
  project: z.string(),
  width: z.number(),
});
