/**
 * The week page and the Wall sheet on paper: headings on every page, and a code that another program reads in a grey
 * print.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorkbookRenderer } from '#workbook/render-workbook.ts';
import { aBusySite } from '../../support/builders/a-busy-site.ts';
import { hasChromium, openChromium } from '../../support/chromium.ts';
import { canReadPrints, codeOn, printWithLibreOffice, textsOf } from '../../support/pages/printed-code.ts';
import { type ServedPages, samplePages, servePages } from '../../support/pages/served-pages.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { hasLibreOffice } from '../../support/workbook/read-with-others.ts';

const address = 'https://lookahead.riverside-tower.example.com/d/';
/** Minimum and maximum width of the dark part of the code, in millimetres. */
const narrowest = 50;
const widest = 56;

describe.skipIf(!hasChromium || !canReadPrints)('a page printed by Chromium', () => {
  let served: ServedPages;
  let browser: Browser;
  let page: Page;
  const removals: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    served = await servePages(samplePages(), address);
    browser = await openChromium();
    page = await browser.newPage();
    await page.setJavaScriptEnabled(false);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await served?.close();
    for (const remove of removals) await remove();
  });

  type Printed = { readonly folder: string; readonly pdf: string; readonly texts: readonly string[] };
  const prints = new Map<string, Promise<Printed>>();

  function printed(name: string, format: 'A3' | 'A4'): Promise<Printed> {
    const key = `${name} ${format}`;
    const found = prints.get(key) ?? print(name, format);
    prints.set(key, found);
    return found;
  }

  async function print(name: string, format: 'A3' | 'A4'): Promise<Printed> {
    const folder = await temporaryDirectory((remove) => removals.push(remove));
    const pdf = join(folder, 'page.pdf');
    await page.goto(`${served.links[name]}`);
    writeFileSync(pdf, await page.pdf({ format, landscape: true }));
    return { folder, pdf, texts: textsOf(pdf) };
  }

  describe.each(['A3', 'A4'] as const)('on %s', (format) => {
    it.each(['everyone', 'wall', 'old'])('has days and legend on each page: %s', async (name) => {
      const { texts } = await printed(name, format);
      expect(texts.length).toBeGreaterThan(1);
      for (const text of texts) {
        expect(text).toMatch(/Task +Subcontractor +Location +Ready +Mon 23 +Tue 24 .* Sun 29/);
        expect(text).toContain('P planned');
        expect(text).toContain('✗ not ready');
      }
    });

    it.each(['everyone', 'six-weeks', 'days'])('names the shift on each sheet: %s', async (name) => {
      const { texts } = await printed(name, format);
      for (const [index, text] of texts.entries()) {
        expect(text).toMatch(/(?:Day|Afternoon|Night|24 hr|No) shift/);
        expect(text).toMatch(/Riverside Tower · Weekly lookahead · weeks? 48/);
        if (texts.length > 1) expect(text).toContain(`Page ${index + 1} of ${texts.length}`);
        // A heading is followed by a task on the same sheet, not by the total (People) or the end of the sheet (Page).
        expect(text).not.toMatch(/Sun 29\s+(?:People|Page)/);
      }
    });

    it('has the whole week, even if one day is shown', async () => {
      const { texts } = await printed('everyone', format);
      const all = texts.join('\n');
      for (const shift of ['Day shift', 'Afternoon shift', 'Night shift', '24 hr shift'])
        expect(all).toContain(shift);
    });

    it.each(['everyone', 'days', 'six-weeks', 'old'])(
      '%s has a QR code on its first page that opens its wall page',
      async (name) => {
        const { folder, pdf, texts } = await printed(name, format);
        const code = codeOn(pdf, 1, folder);
        expect(code?.link).toBe(served.wallLinks[name]);
        expect(code?.millimetres).toBeGreaterThanOrEqual(narrowest);
        expect(code?.millimetres).toBeLessThanOrEqual(widest);
        if (texts.length > 1) expect(codeOn(pdf, 2, folder)).toBeUndefined();
      },
    );
  });

  it('has no readiness, owners or subcontractors for readers outside the site', async () => {
    const { texts } = await printed('days', 'A4');
    expect(texts.join('\n')).toContain('Close lane');
    expect(texts.join('\n')).not.toMatch(/owner|subcontractor|ready/i);
  });
});

describe.skipIf(!hasLibreOffice() || !canReadPrints)('the Wall sheet, printed by LibreOffice', () => {
  const wallLink = `${address}?wall=issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/everyone&token=iD2S7NWd6AGVDzGrBe654Q`;

  async function wallPages(links: readonly (string | undefined)[]) {
    const folder = await temporaryDirectory();
    const render = await createWorkbookRenderer(folder).forProject({ name: 'Riverside Tower' });
    const lookahead = aBusySite({ tasks: 80, weeks: 1 });
    const workbooks: Uint8Array[] = [];
    for (const link of links) workbooks.push(await render(lookahead, { paper: 'A3', wallLink: link }));
    return printWithLibreOffice(workbooks, folder).map((pdf) =>
      textsOf(pdf).flatMap((text, index) =>
        text.includes('Lookahead of all shifts') ? [{ text, code: codeOn(pdf, index + 1, folder) }] : [],
      ),
    );
  }

  it('has the QR code on its first page only, and no extra page because of it', async () => {
    const [[first, ...others] = [], without = []] = await wallPages([wallLink, undefined]);
    expect(first?.code?.link).toBe(wallLink);
    expect(first?.code?.millimetres).toBeGreaterThanOrEqual(narrowest);
    expect(first?.code?.millimetres).toBeLessThanOrEqual(widest);
    expect(first?.text).toContain('Is this print current?');
    expect(others.filter(({ code }) => code !== undefined)).toEqual([]);
    expect(without.filter(({ code }) => code !== undefined)).toEqual([]);
    expect(others.length + 1).toBe(without.length);
  });
});
