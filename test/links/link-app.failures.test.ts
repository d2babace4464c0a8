/** Errors that are thrown while a link is answered. */
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../support/memory-store.ts';
import { aLinkApp, linkTo, linkToWorkbook } from '../support/pages/a-link-app.ts';
import { anAddress, anArchiveOf, aPage } from '../support/pages/a-page.ts';

const address = anAddress();
const page = linkTo(address);
const isDown = () => Promise.reject(new Error('it is down'));
const failing = { ...createMemoryStore(), list: isDown, get: isDown };

const failures: readonly (readonly [string, string, Parameters<typeof aLinkApp>[0]])[] = [
  ['the archive', page, { store: failing }],
  ['the secret', page, { secrets: isDown }],
  ['what serves workbooks', linkToWorkbook('issues/a.xlsx'), { workbook: isDown }],
];

describe('a failure', () => {
  it.each(failures)('of %s is passed to `failed` once, and answered with 503', async (_, link, changes) => {
    const { open, told } = aLinkApp(changes);
    const answer = await open(link);
    expect([answer.status, await answer.text(), told]).toEqual([
      503,
      'Try again later.\n',
      ['failed: it is down'],
    ]);
  });

  it.each(failures)('of %s is passed to `failed` once, even if `failed` throws', async (_, link, changes) => {
    const rethrown = (error: Error) => {
      throw error;
    };
    const { open, told } = aLinkApp({ ...changes, failed: rethrown });
    await expect(open(link)).rejects.toThrow('it is down');
    expect(told).toEqual(['failed: it is down']);
    await expect(open(link)).rejects.toThrow('it is down');
    expect(told).toHaveLength(2);
  });

  it('to look up later pages is answered with 503, because a page must not claim to be the latest', async () => {
    const store = await anArchiveOf([address, aPage()]);
    const list = (prefix: string) => (prefix.endsWith('numbers/') ? isDown() : store.list(prefix));
    const { open, told } = aLinkApp({ store: { ...store, list } });
    expect((await open(page)).status).toBe(503);
    expect(told.at(-1)).toBe('failed: it is down');
  });
});
