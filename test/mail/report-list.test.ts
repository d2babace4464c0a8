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

describe('the mailing list of a report', () => {
  it('keeps its id if the report or the project is renamed', () => {
    const renamed = { ...weekly, project: { key: 'riverside', name: 'Riverside Tower, phase 2' } };
    expect(mailingListOf(weekly).id).toBe('weekly.riverside.lookahead.example.com');
    expect(mailingListOf(renamed).id).toBe(mailingListOf(weekly).id);
  });

  it('can be unsubscribed from by a mail to the contact that names the report', async () => {
    const headers = await headersOf(mailingListOf(weekly));
    expect(headers.get('list-id')).toBe('<weekly.riverside.lookahead.example.com>');
    const address = headers.get('list-unsubscribe') ?? '';
    expect(address).toMatch(/^<mailto:planner@example\.com\?subject=\S+>$/);
    expect(new URL(address.slice(1, -1)).searchParams.get('subject')).toBe(
      'Unsubscribe: Weekly lookahead, Riverside Tower',
    );
  });

  it('lets no name or address inject a header', async () => {
    const odd = {
      ...weekly,
      report: { key: 'weekly', name: 'Weekly>\r\nBcc: x@example.com & "ünit"\ud800' },
      contact: 'a?b%c@example.com',
    };
    const headers = await headersOf(mailingListOf(odd));
    expect(headers.has('bcc')).toBe(false);
    expect(headers.get('list-unsubscribe')).toMatch(/^<mailto:a%3Fb%25c@example\.com\?subject=[^<>\s"]+>$/);
  });

  it('names the keys of report and project if their names make the unsubscribe link too long', async () => {
    const name = '基'.repeat(120);
    const long = { ...weekly, report: { key: 'weekly', name }, project: { key: 'riverside', name } };
    const headers = await headersOf(mailingListOf(long));
    expect(headers.get('list-unsubscribe')).toBe(
      '<mailto:planner@example.com?subject=Unsubscribe%3A%20weekly%2C%20riverside>',
    );
  });

  it('has no headers in a message without a list, such as a notice', async () => {
    const headers = await headersOf(undefined);
    expect([headers.has('list-id'), headers.has('list-unsubscribe')]).toEqual([false, false]);
  });
});
