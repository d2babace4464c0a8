import { describe, expect, it } from 'vitest';
import { SmtpPasswordError, smtpServerOf } from '#mail/transport/smtp-settings.ts';

const host = 'smtp.example.com';
const sender = { from: 'lookahead@example.com' };

describe('the mail server of the configuration', () => {
  it.each([
    [{}, { port: 587, tls: 'starttls' }],
    [{ port: 25 }, { port: 25, tls: 'starttls' }],
    [{ port: 465 }, { port: 465, tls: 'implicit' }],
    [{ tls: 'implicit' }, { port: 465, tls: 'implicit' }],
    [
      { port: 465, tls: 'starttls' },
      { port: 465, tls: 'starttls' },
    ],
    [
      { port: 25, tls: 'none' },
      { port: 25, tls: 'none' },
    ],
  ] as const)('with %j is reached by %j', (settings, reached) => {
    expect(smtpServerOf({ host, ...settings }, sender, {})).toEqual({
      host,
      name: 'example.com',
      ...reached,
    });
  });

  it('gets its password from the environment', () => {
    const settings = { host, user: 'lookahead', password: { env: 'SMTP_PASSWORD' } };
    expect(smtpServerOf(settings, sender, { SMTP_PASSWORD: 'hunter2' })).toMatchObject({
      login: { user: 'lookahead', password: 'hunter2' },
    });
  });

  it.each([{}, { hunter2: '' }])(
    'is an error without the password, and the error does not repeat the variable name',
    (env) => {
      const settings = { host, user: 'lookahead', password: { env: 'hunter2' } };
      expect(() => smtpServerOf(settings, sender, env)).toThrow(SmtpPasswordError);
      expect(() => smtpServerOf(settings, sender, env)).not.toThrow(/hunter2/);
    },
  );

  it.each([
    ['https://reports.example.org/links', 'reports.example.org'],
    ['http://server:8080', 'server'],
    ['https://reports.example.com.', 'reports.example.com'],
    ['http://localhost.localdomain:8080', 'example.com'],
    ['http://localhost:8080', 'example.com'],
    ['http://lookahead.localhost', 'example.com'],
    ['http://127.0.0.1:8080', 'example.com'],
    ['http://[2001:db8::1]:8080', 'example.com'],
    [undefined, 'example.com'],
  ])('is greeted with the host of the links or the sender’s domain: %s, %s', (url, name) => {
    expect(smtpServerOf({ host }, { ...sender, url }, {})).toMatchObject({ name });
    expect(smtpServerOf({ host, name: 'a.example' }, { ...sender, url }, {})).toMatchObject({
      name: 'a.example',
    });
  });
});
