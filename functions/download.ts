/** Redirects a link from a mail to the workbook, at an address that is signed for five minutes. */
import process from 'node:process';
import { once } from './base/once.ts';
import { namedInLog } from './cloud/log.ts';
import { downloadServices, openLink } from './cloud/open-link.ts';

const services = once(async () => downloadServices(process.env, () => ({ epochMilliseconds: Date.now() })));

export const handler = namedInLog(async (event: unknown) => {
  return openLink(event, await services());
});
