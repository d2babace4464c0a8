/** `/docs` as a developer uses it: in Chromium, where every operation is tried against the running service. */
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListeningServer, listen } from '#planning-server/http/listen.ts';
import { generateSampleProject } from '#planning-server/sample/generate.ts';
import { hasChromium, openChromium } from '../../support/chromium.ts';
import { secretOf } from '../../support/planning/a-key.ts';
import { masterKey, planningService } from '../../support/planning/planning-service.ts';

const sample = generateSampleProject({
  seed: 1,
  tasks: 10,
  region: 'gb',
  projectId: 'riverside-tower',
  name: 'Tower',
  week: '2026-11-23',
} as const);

const service = () =>
  planningService([sample], {
    now: Date.now,
  });

describe.skipIf(!hasChromium)('the page for developers, in Chromium', () => {
  let server: ListeningServer;
  let browser: Browser;
  let page: Page;
  const asked: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    server = await listen(service().app, { port: 0, host: '127.0.0.1' });
    browser = await openChromium();
    page = await browser.newPage();
    await page.setViewport({ width: 1200, height: 1600 });
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(`${server.url}/docs`);
    await page.waitForSelector('.opblock');
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  it('lets every operation be tried with a key', async () => {
    await page.click('.auth-wrapper .authorize');
    await page.type('.auth-container input', masterKey);
    await page.click('.auth-btn-wrapper .authorize');
    await page.click('.auth-btn-wrapper .btn-done');
    const ids = await page.$$eval('.opblock', (blocks) => blocks.map(({ id }) => id));
    const statuses: Record<string, string> = {};
    // HEAD is the same for all operations.
    const tried = ids.filter((id) => !id.includes('-head') || id.endsWith('-headTasks'));
    for (const id of tried) statuses[id.replace('operations-', '')] = await tryOut(`#${id}`);
    expect(statuses).toEqual({
      'Planning-getUsers': '200',
      'Planning-getSubcontractors': '200',
      'Planning-getFolders': '200',
      'Planning-getPackages': '200',
      'Planning-getCalendars': '200',
      'Planning-getLocations': '200',
      'Planning-getTasks': '200',
      'Planning-headTasks': '200',
      'Tokens-issueToken': '200',
      'Service-getOpenApi': '200',
      'Service-getHealth': '200',
      'Service-getReady': '200',
      'Service-getService': '200',
    });
  });

  it('sends requests only to the service itself, and causes no error in the browser’s console', () => {
    const elsewhere = asked.filter((url) => !url.startsWith(server.url) && !url.startsWith('data:'));
    expect(elsewhere).toEqual([]);
    expect(complaints).toEqual([]);
  });

  /** Opens an operation, sends it with the values that the page proposes, and reads the status of the answer. */
  async function tryOut(block: string): Promise<string> {
    await press(`${block} .opblock-summary-control`);
    await page.waitForSelector(`${block} .execute`);
    await page.evaluate(resolved(block));
    if (block.endsWith('issueToken')) {
      const body = await page.waitForSelector(`${block} textarea`);
      await body?.evaluate((area) => area.select());
      await body?.focus();
      const clientId = '0123456789ab';
      // Pasted, because the page redraws itself completely for every key press.
      await page.keyboard.sendCharacter(JSON.stringify({ clientId, clientSecret: secretOf(clientId) }));
    }
    await press(`${block} .execute`);
    const found = await page.waitForSelector(`${block} .live-responses-table .response .response-col_status`);
    const status = await found?.evaluate((cell) => cell.textContent);
    await press(`${block} .opblock-summary-control`);
    return status?.trim().slice(0, 3) ?? '';
  }

  /** Clicks the element itself: blocks open and close slowly, and a click at a position would miss a moving element. */
  async function press(selector: string): Promise<void> {
    await page.$eval(selector, (element) => element.click());
  }

  /**
   * Waits until the page has resolved the references of an operation. The button is shown earlier, but fails until
   * then.
   */
  function resolved(block: string): string {
    return `new Promise((done) => {
      const block = document.querySelector('${block}');
      const path = block.querySelector('.opblock-summary-path').dataset.path;
      const method = block.querySelector('.opblock-summary-method').textContent.toLowerCase();
      const look = () => {
        if (window.ui.specSelectors.specResolvedSubtree(['paths', path, method]) === undefined) requestAnimationFrame(look);
        else done();
      };
      look();
    })`;
  }
});
