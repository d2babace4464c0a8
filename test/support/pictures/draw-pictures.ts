/**
 * Draws the pictures of README: `npx node test/support/pictures/draw-pictures.ts`. It needs LibreOffice, poppler and
 * Chromium, as Debian has them, and takes a minute.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, formatDay } from '../../../functions/base/day.ts';
import type { MeasuredWeek } from '../../../functions/lookahead/compare/ppc.ts';
import { renderWorkbook } from '../../../functions/workbook/render-workbook.ts';
import { aBusySite } from '../builders/a-busy-site.ts';
import { day, weekFrom } from '../builders/a-plan-input.ts';
import { openChromium } from '../chromium.ts';
import { sampleMails } from '../mail/sample-mails.ts';
import { takeTemporaryFolderUntilExit } from '../private-temporary-folder.ts';

takeTemporaryFolderUntilExit();
const images = join(import.meta.dirname, '../../../docs/images');
const pixels = 1300;

/** PPC of the five weeks before the last one. */
const measuredWeeks = [0.48, 0.55, 0.52, 0.61, 0.58].map(
  (taskDay, week): MeasuredWeek => ({
    audience: { kind: 'everyone' },
    week: weekFrom(formatDay(addDays(day('2026-10-12'), 7 * week))),
    taskDay,
  }),
);

/** Prints a workbook, and keeps the first page on which each text stands as a picture. */
async function drawPages(weeks: number, pages: Readonly<Record<string, RegExp>>): Promise<void> {
  const folder = join(tmpdir(), `weeks-${weeks}`);
  mkdirSync(folder, { recursive: true });
  const workbook = join(folder, 'workbook.xlsx');
  const lookahead = aBusySite({ tasks: 60, weeks }, { measuredWeeks });
  writeFileSync(workbook, await renderWorkbook(lookahead, { paper: 'A3' }));
  const home = `-env:UserInstallation=file://${folder}/profile`;
  execFileSync('soffice', ['--headless', home, '--convert-to', 'pdf', '--outdir', folder, workbook]);
  const pdf = join(folder, 'workbook.pdf');
  const texts = execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' }).split('\f');
  for (const [name, text] of Object.entries(pages)) {
    const page = texts.findIndex((each) => text.test(each)) + 1;
    if (page === 0) throw new Error(`No page has ${text}.`);
    const picture = ['-png', '-singlefile', '-f', `${page}`, '-scale-to-x', `${pixels}`, '-scale-to-y', '-1'];
    execFileSync('pdftoppm', [...picture, pdf, join(images, name)]);
  }
}

/** The first screens of a phone, with pixels for a dense display. */
async function drawMails(names: Readonly<Record<string, string>>): Promise<void> {
  const browser = await openChromium();
  const page = await browser.newPage();
  await page.setViewport({ width: 360, height: 780, deviceScaleFactor: 2 });
  const mails = sampleMails();
  for (const [name, mail] of Object.entries(names)) {
    await page.setContent(mails.find((each) => each.name === mail)?.html ?? '');
    await page.screenshot({ path: `${join(images, name)}.png` });
  }
  await browser.close();
}

await drawPages(1, { summary: /What is new/, 'day-shift': /Day shift/, readiness: /What is missing|Action/ });
await drawPages(6, { 'six-weeks': /Day shift/ });
await drawMails({ mail: 'report-300', 'own-days': 'own-days' });
