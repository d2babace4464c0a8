import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { mailingListOf } from '#mail/report-list.ts';
import { composeMessage } from '#mail/transport/compose-message.ts';
import { aMessageContent } from '../support/builders/a-message.ts';

const weekly = {
  project: { key: 'riverside', name: 'Riverside Tower' },
  report: { key: 'weekly', name: 'Weekly lookahead' },
  from: 'lookahead@Example.com',
  contact: 'planner@example.com',
};

async function headersOf(list: ReturnType<typeof mailingListOf> | undefined) {
  const { raw } = await composeMessage(aMessageContent({ list }), []);
  const { headers } = await PostalMime.parse(raw);
  return new Map(headers.map(({ key, value }) => [key, value]));
}

describe('the list that a report is for mail programs', () => {
  it('has the same id whatever the report and the project are called', () => {
    const renamed = { ...weekly, project: { key: 'riverside', name: 'Riverside Tower, phase 2' } };
    expect(mailingListOf(weekly).id).toBe('weekly.riverside.lookahead.example.com');
    expect(mailingListOf(renamed).id).toBe(mailingListOf(weekly).id);
  });

  it('is left by a mail to the contact that says which report', async () => {
    const headers = await headersOf(mailingListOf(weekly));
    expect(headers.get('list-id')).toBe('<weekly.riverside.lookahead.example.com>');
    const address = headers.get('list-unsubscribe') ?? '';
    expect(address).toMatch(/^<mailto:planner@example\.com\?subject=\S+>$/);
    expect(new URL(address.slice(1, -1)).searchParams.get('subject')).toBe(
      'Unsubscribe: Weekly lookahead, Riverside Tower',
    );
  });

  it('takes nothing from a name or an address into the headers but text', async () => {
    const odd = {
      ...weekly,
      report: { key: 'weekly', name: 'Weekly>\r\nBcc: x@example.com & "ünit"\ud800' },
      contact: 'a?b%c@example.com',
    };
    const headers = await headersOf(mailingListOf(odd));
    expect(headers.has('bcc')).toBe(false);
    expect(headers.get('list-unsubscribe')).toMatch(/^<mailto:a%3Fb%25c@example\.com\?subject=[^<>\s"]+>$/);
  });

  it('is left by the keys of report and project where their names make the link too long for a line', async () => {
    const name = '基'.repeat(120);
    const long = { ...weekly, report: { key: 'weekly', name }, project: { key: 'riverside', name } };
    const headers = await headersOf(mailingListOf(long));
    expect(headers.get('list-unsubscribe')).toBe(
      '<mailto:planner@example.com?subject=Unsubscribe%3A%20weekly%2C%20riverside>',
    );
  });

  it('is not named by a message without one, such as a notice', async () => {
    const headers = await headersOf(undefined);
    expect([headers.has('list-id'), headers.has('list-unsubscribe')]).toEqual([false, false]);
  });
});
