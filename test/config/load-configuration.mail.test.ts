import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '#config/load-configuration.ts';
import { aConfigurationText } from '../support/builders/a-configuration.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** `mail.smtp` of a configuration with this text as its value, or the problems, without the name of the file. */
async function loaded(smtp: string) {
  const file = join(await temporaryDirectory(), 'lookahead.yaml');
  await writeFile(file, `${aConfigurationText()}mail: { smtp: ${smtp} }\n`);
  return loadConfiguration(file).then(
    ({ mail }) => mail?.smtp,
    (error: unknown) => String(error).replaceAll(new RegExp(`.*${file}:\\d+:\\d+ `, 'g'), ''),
  );
}

describe('the mail server', () => {
  it('needs only a host', async () => {
    expect(await loaded('{ host: mail.example.com }')).toEqual({ host: 'mail.example.com' });
  });

  it('accepts a login with its password in an environment variable', async () => {
    const all = {
      host: 'smtp.example.com',
      port: 465,
      user: 'lookahead@example.com',
      password: { env: 'SMTP_PASSWORD' },
      tls: 'implicit',
    };
    expect(await loaded(JSON.stringify(all))).toEqual(all);
  });

  it.each([
    [
      '{ host: a.example.com, user: u }',
      'mail.smtp.password: is missing. A login needs both: add { env: NAME }, or remove the user.',
    ],
    [
      '{ host: a.example.com, password: { env: P } }',
      'mail.smtp.user: is missing. A login needs both: add the user, or remove the password.',
    ],
    [
      '{ host: a.example.com, user: u, password: { env: P }, tls: none }',
      'mail.smtp.tls: "none" would send the password unencrypted. Use starttls or implicit, or leave out user and password.',
    ],
    [
      '{ host: a.example.com, tls: ssl }',
      'mail.smtp.tls: "ssl" is invalid: expected one of "starttls"|"implicit"|"none". Write starttls or implicit or none.',
    ],
    [
      '{ host: a.example.com, port: 70000 }',
      'mail.smtp.port: 70000 is invalid: expected number to be <=65535. Write a whole number. 587 by default, or 465 with tls: implicit.',
    ],
    [
      '{ host: "smtp://a.example.com" }',
      'mail.smtp.host: the value is not the name of a host. Write the name alone, such as smtp.example.com; port, user and password have lines of their own. No key or password belongs in this file: name the variable that holds it, and replace one that was written here.',
    ],
    [
      '{ host: "a.example.com:587" }',
      'mail.smtp.host: the value is not the name of a host. Write the name alone, such as smtp.example.com; port, user and password have lines of their own. No key or password belongs in this file: name the variable that holds it, and replace one that was written here.',
    ],
  ])('%s is refused', async (smtp, problem) => {
    expect(await loaded(smtp)).toBe(problem);
  });

  it('refuses a password in place of its variable’s name, and does not repeat it', async () => {
    const password = 'BKq3RtYw7LpZ2mVx9BnCd4FgHj6Ks8QeTyUi1OaZ';
    expect(await loaded(`{ host: a.example.com, user: u, password: { env: ${password} } }`)).toBe(
      'mail.smtp.password.env: the value looks like a key. Write text. Name of the environment variable that holds it, outside of AWS. No key or password belongs in this file: name the variable that holds it, and replace one that was written here.',
    );
  });

  it.each([
    ['{ host: a.example.com, user: u, password: { Hunter2: x } }', 'mail.smtp.password: unknown property'],
    ['{ host: a.example.com, user: u, password: { Hunter2 } }', 'mail.smtp.password: unknown property'],
  ])('does not repeat a password that is read as a property: %s', async (smtp, problem) => {
    const problems = await loaded(smtp);
    expect(problems).toContain(problem);
    expect(problems).not.toContain('Hunter2');
  });

  it.each(['port', 'tls'])('does not repeat a password in place of its %s', async (property) => {
    const password = 'BKq3RtYw7LpZ2mVx9BnCd4FgHj6Ks8QeTyUi1OaZ';
    const problems = await loaded(`{ host: a.example.com, ${property}: ${password} }`);
    expect(problems).toContain(`mail.smtp.${property}: the value is`);
    expect(problems).not.toContain(password);
  });

  it('accepts a login without encryption on this machine', async () => {
    const smtp = '{ host: localhost, user: u, password: { env: P }, tls: none }';
    expect(await loaded(smtp)).toMatchObject({ tls: 'none' });
  });
});

describe('a password that was pasted into the file', () => {
  it.each([
    'hunter-2-secret',
    '"smtp://user:hunter-2-secret@a.example.com"',
    '{ host: "user:hunter-2-secret@a.example.com" }',
    '{ host: a.example.com, user: u, password: hunter-2-secret }',
    '{ host: a.example.com, user: u, password: *hunter-2-secret }',
    '{ host: a.example.com, user: u } hunter-2-secret',
    '\n    password: >hunter-2-secret',
    '{ host: a.example.com, user: u, password: { env: hunter-2-secret } }',
    '{ host: a.example.com, user: u, password: [hunter-2-secret] }',
    '{ host: a.example.com, user: u, password: { value: hunter-2-secret } }',
    '{ host: a.example.com, pass: hunter-2-secret }',
  ])('is refused and not repeated, and the error shows where it belongs: %s', async (smtp) => {
    const problems = await loaded(smtp);
    expect(problems).toMatch(/No key or password belongs in this file|not valid YAML/);
    expect(problems).not.toContain('hunter-2');
  });
});
