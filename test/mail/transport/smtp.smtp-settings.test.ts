import { describe, expect, it } from 'vitest';
import { SmtpPasswordError, smtpServerOf } from '../../../functions/mail/transport/smtp.ts';

const host = 'smtp.example.com';

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
    expect(smtpServerOf({ host, ...settings }, {})).toEqual({ host, ...reached });
  });

  it('has its password from the environment', () => {
    const settings = { host, user: 'lookahead', password: { env: 'SMTP_PASSWORD' } };
    expect(smtpServerOf(settings, { SMTP_PASSWORD: 'hunter2' })).toMatchObject({
      login: { user: 'lookahead', password: 'hunter2' },
    });
  });

  it.each([{}, { hunter2: '' }])(
    'is unusable without it, and what may be the password is not repeated',
    (env) => {
      const settings = { host, user: 'lookahead', password: { env: 'hunter2' } };
      expect(() => smtpServerOf(settings, env)).toThrow(SmtpPasswordError);
      expect(() => smtpServerOf(settings, env)).not.toThrow(/hunter2/);
    },
  );
});
