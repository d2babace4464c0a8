/** Chromium as Debian installs it, to check what a reader sees. */
import { existsSync } from 'node:fs';
import process from 'node:process';
import { type Browser, launch } from 'puppeteer-core';

const executablePath = '/usr/bin/chromium';

/** If it is false, tests that need Chromium are skipped. */
export const hasChromium = existsSync(executablePath);
if (!hasChromium) process.stderr.write('Chromium is not installed; what needs it is skipped.\n');

/** Opens a browser, which the caller closes. */
export function openChromium(): Promise<Browser> {
  // Root may not use the sandbox of Chromium, and only pages of our own are opened.
  return launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
