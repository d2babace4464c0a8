/**
 * Checks which answer links are accepted, and that a mail scanner that follows links and presses buttons changes
 * nothing.
 */
import { describe, expect, it } from 'vitest';
import { weekPageObject } from '#pages/objects.ts';
import { encodePage } from '#pages/stored-page.ts';
import { linkTo } from '../support/pages/a-link-app.ts';
import { addIssue, anAddress, anArchiveOf, aPage } from '../support/pages/a-page.ts';
import { anAnswerPage, aSite, cutAddress, fieldsIn, oneOfLastWeek } from '../support/pages/an-answer-page.ts';

const link = linkTo(cutAddress, 'answer');
const typed = { name: 'Jo', a0: 'promise' };

describe('a link', () => {
  it.each([
    ['forged', linkTo(cutAddress, 'answer', 'a secret of somebody else, long enough')],
    ['shortened', link.slice(0, -1)],
    ['shortened before its token', link.slice(0, link.indexOf('&'))],
    ['of a week page, with its kind changed to answer', linkTo(cutAddress).replace('page=', 'answer=')],
    ['of a wall, with its kind changed to answer', linkTo(cutAddress, 'wall').replace('wall=', 'answer=')],
    ['for answers, with another message', link.replace('pile-co', 'steel-co')],
    ['for answers, with another week', link.replaceAll('2026-11-23', '2026-11-30')],
    ['of a week page', linkTo(cutAddress)],
    ['of a wall', linkTo(cutAddress, 'wall')],
  ])('%s stores nothing', async (_, changed) => {
    const site = await aSite();
    const { shown } = await site.openPage();
    const { status, text } = await site.post({ ...shown, ...typed }, changed);
    expect([status, text]).toEqual([403, expect.stringContaining('This link is not valid')]);
    expect([site.told.at(-1), site.answers()]).toEqual(['refused', []]);
  });

  it('for answers does not open the week page, nor the other way round', async () => {
    const site = await aSite();
    for (const changed of [link.replace('answer=', 'page='), linkTo(cutAddress).replace('page=', 'answer=')])
      expect((await site.open(changed)).status).toBe(403);
  });

  it('that has expired opens and stores nothing', async () => {
    const site = await aSite();
    const phone = await site.openPage();
    site.clock.advance({ hours: 24 * 24 });
    expect([(await site.open(site.link)).status, (await phone.send(typed)).status]).toEqual([403, 403]);
    expect(site.answers()).toEqual([]);
  });

  it('to a page that asks nothing is refused, for GET and POST', async () => {
    const site = await aSite({ page: aPage() });
    expect([(await site.open(site.link)).status, (await site.post(typed)).status]).toEqual([403, 403]);
  });

  it('to a page that is no longer stored gets 410, for GET and POST', async () => {
    const site = await aSite({ store: await anArchiveOf() });
    expect([(await site.open(site.link)).status, (await site.post(typed)).status]).toEqual([410, 410]);
  });

  it('works with the previous secret, and with a new secret that the server has not read yet', async () => {
    const current = 'another-'.repeat(5);
    const previous = 'current-'.repeat(5);
    const rotated = await aSite({ changes: { secrets: async () => ({ current, previous }) } });
    expect((await rotated.post(typed)).status).toBe(200);
    const late = await aSite({
      changes: {
        secrets: async () => ({ current }),
        freshSecrets: async () => ({ current: previous }),
      },
    });
    expect((await late.post(typed)).status).toBe(200);
  });

  it('of an old revision still stores answers, and links to the later revision', async () => {
    const site = await aSite();
    const phone = await site.openPage();
    const later = anAddress({ message: 'pile-co', runId: '2026-11-21T14-00-00Z' });
    await addIssue(site.store, { address: later, number: 2 });
    const page = anAnswerPage({ issueNumber: 2 });
    await site.store.putOnce(weekPageObject.key(later), encodePage(page), 'application/gzip');
    const toLater = `<a href="${linkTo(later, 'answer').replaceAll('&', '&amp;')}">Answer that one</a>`;
    for (const text of [(await site.openPage()).text, (await phone.send(typed)).text]) {
      expect(text).toContain('Revision 2 was made');
      expect(text).toContain(toLater);
    }
    expect(site.answers()).toMatchObject([{ revision: 1 }]);
    const revised = await site.openPage(linkTo(later, 'answer'));
    expect(revised.text).not.toContain('Answer that one');
    expect(revised.shown).toMatchObject({ a0: 'promise' });
  });
});

it('a scanner that follows every link and presses every button stores nothing', async () => {
  const site = await aSite({ page: anAnswerPage({ lastWeek: oneOfLastWeek }) });
  const { text } = await site.openPage();
  const before = [...site.store.objects.keys()];
  for (const [, href = ''] of text.matchAll(/href="(https[^"]*)"/g)) await site.open(href);
  const buttons = [...text.matchAll(/<button([^>]*)>/g)].map(([, own = '']) =>
    /name="(\w+)" value="(\w+)"/.exec(own),
  );
  expect(buttons).toHaveLength(3);
  for (const button of buttons) {
    const fields = { ...fieldsIn(text), ...(button && { [`${button[1]}`]: `${button[2]}` }) };
    const pressed = await site.post(fields);
    for (const name of ['', 'scanner']) await site.post({ ...fields, name });
    // Then sends the form of the page in the response, too.
    if (button) await site.post({ ...fieldsIn(pressed.text), name: '' });
  }
  for (const method of ['HEAD', 'PUT', 'DELETE', 'OPTIONS']) await site.open(site.link, { method });
  expect([...site.store.objects.keys()]).toEqual(before);
});
