/**
 * Draws the pictures of README from the demo: `npx node test/support/pictures/draw-pictures.ts`. It needs
 * LibreOffice, poppler and Chromium, as Debian has them, and takes a minute.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import PostalMime from 'postal-mime';
import { Temporal } from 'temporal-polyfill';
import { createDirectoryStore } from '#archive/directory.ts';
import { readOrCreateLinkSecret } from '#machine/link-secret.ts';
import { createLinkServer } from '#machine/link-server.ts';
import { openChromium } from '../chromium.ts';
import { takeTemporaryFolderUntilExit } from '../private-temporary-folder.ts';

takeTemporaryFolderUntilExit();
const root = join(import.meta.dirname, '../../..');
const images = join(root, 'docs/images');
const out = join(tmpdir(), 'out');
const pixels = 1300;

function runDemo(): void {
  execFileSync(process.execPath, ['functions/lookahead.js', 'demo', '--out', out], { cwd: root });
}

/** The one file of the demo that a pattern matches. */
function demoFile(pattern: string): string {
  const [file, ...others] = globSync(pattern, { cwd: out });
  if (file === undefined || others.length > 0)
    throw new Error(`Not exactly one file of the demo matches ${pattern}.`);
  return join(out, file);
}

/** Prints a workbook. For each text, saves the first page that contains it as a picture. */
function drawPages(report: string, pages: Readonly<Record<string, RegExp>>): void {
  const folder = join(tmpdir(), report);
  const home = `-env:UserInstallation=file://${folder}/profile`;
  const workbook = demoFile(`issues/riverside/${report}/2026-11-23_*/*/*W48 rev 1.xlsx`);
  execFileSync('soffice', ['--headless', home, '--convert-to', 'pdf', '--outdir', folder, workbook]);
  const pdf = join(folder, 'Riverside.pdf');
  execFileSync('mv', [...globSync(`${folder}/*.pdf`), pdf]);
  const texts = execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' }).split('\f');
  for (const [name, text] of Object.entries(pages)) {
    const page = texts.findIndex((each) => text.test(each)) + 1;
    if (page === 0) throw new Error(`No page has ${text}.`);
    const picture = ['-png', '-singlefile', '-f', `${page}`, '-scale-to-x', `${pixels}`, '-scale-to-y', '-1'];
    execFileSync('pdftoppm', [...picture, pdf, join(images, name)]);
  }
}

async function mailOf(pattern: string): Promise<string> {
  const { html } = await PostalMime.parse(readFileSync(demoFile(`outbox/${pattern}.eml`)));
  return html ?? '';
}

/** The page that a mail links to, on the day when the mail was written. */
async function weekPageOf(mail: string): Promise<string> {
  const store = createDirectoryStore(out);
  const server = createLinkServer({
    store,
    secret: await readOrCreateLinkSecret(store),
    url: 'http://localhost:8080',
    log: { info: () => {}, warn: () => {}, error: () => {} },
    now: () => Temporal.Instant.from('2026-11-20T14:00:00Z'),
  });
  const [link = ''] = /http:\/\/localhost:8080\/\?page=[^"]+/.exec(mail) ?? [];
  const answer = await server.request(link.replaceAll('&amp;', '&'), {}, { remoteAddress: '127.0.0.1' });
  if (!answer.ok) throw new Error(`The week page was answered with ${answer.status}.`);
  return answer.text();
}

/** The first screens of a phone, with pixels for a dense display. */
async function drawScreens(screens: Readonly<Record<string, string>>): Promise<void> {
  const browser = await openChromium();
  const page = await browser.newPage();
  await page.setViewport({ width: 360, height: 780, deviceScaleFactor: 2 });
  for (const [name, html] of Object.entries(screens)) {
    await page.setContent(html);
    await page.screenshot({ path: `${join(images, name)}.png` });
  }
  await browser.close();
}

runDemo();
drawPages('weekly', {
  summary: /What is new/,
  'day-shift': /Day shift lookahead/,
  readiness: /Promised by/,
});
drawPages('six-weeks', { 'six-weeks': /Day shift lookahead/ });
const mail = await mailOf('riverside__weekly__2026-11-23_*-everyone-*');
await drawScreens({
  mail,
  'own-days': await mailOf('riverside__trades__2026-11-23_*-subcontractor-sub-1-*'),
  'week-page': await weekPageOf(mail),
});
