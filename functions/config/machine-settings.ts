import * as z from 'zod/mini';
import { described, nonEmptyText, oneLineText, wholeNumber } from './fields.ts';
import { linkDays } from './link-days.ts';
import { environmentVariable } from './project.ts';

const passwordSource = described(
  z.strictObject({ env: environmentVariable }),
  'Where the password comes from: { env: NAME }. Never write the password itself in this file.',
);

const smtpSchema = z
  .strictObject({
    host: described(
      z
        .string()
        .check(
          z.regex(
            /^[A-Za-z0-9.:-]{1,253}$/,
            'is not the name of a host. Write the name alone, such as smtp.example.com; port, user and password have lines of their own.',
          ),
        ),
      'The mail server, by the name in its certificate.',
    ),
    port: described(
      z.optional(wholeNumber(1, 65_535)),
      'Its port: 587 by default, or 465 with tls: implicit.',
    ),
    name: described(
      z.optional(
        z
          .string()
          .check(
            z.regex(
              /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/,
              'is not the full name of a host. Write one such as reports.example.com.',
            ),
          ),
      ),
      'The host name that this machine gives the mail server (EHLO): by default that of deployment.machine.url, or the domain of `from` where that is localhost or an IP address.',
    ),
    user: described(z.optional(oneLineText), 'The user to log in as; no login without one.'),
    password: z.optional(passwordSource),
    tls: described(
      z.optional(z.enum(['starttls', 'implicit', 'none'])),
      'starttls (default) encrypts before anything else is said, or sends nothing. implicit encrypts from the first byte, as on port 465, where it is the default. none works only without a login, or on this machine.',
    ),
  })
  .check(
    z.superRefine(({ host, user, password, tls }, context) => {
      const problem = (at: 'user' | 'password' | 'tls', message: string, remedy: string) =>
        context.addIssue({ code: 'custom', message, path: [at], params: { message, remedy } });
      if (user === undefined && password !== undefined) {
        problem('user', 'is missing', 'A login needs both: add the user, or remove the password.');
      }
      if (user !== undefined && password === undefined) {
        problem('password', 'is missing', 'A login needs both: add { env: NAME }, or remove the user.');
      }
      if (tls === 'none' && password !== undefined && !['localhost', '127.0.0.1', '::1'].includes(host)) {
        const message = 'would send the password unencrypted';
        problem('tls', message, 'Use starttls or implicit, or leave out user and password.');
      }
    }),
  );

export const mailSchema = described(
  z.strictObject({
    smtp: described(
      smtpSchema,
      'The mail server through which `lookahead run --send` sends. Without --send, messages go to files.',
    ),
  }),
  'How one machine sends mail. AWS sends through SES and ignores it.',
);

const port = wholeNumber(0, 65_535);
const webAddress = z.url({
  protocol: /^https?$/,
  error: 'is not a web address. Start it with https:// or http://.',
});

export const machineSchema = described(
  z.strictObject({
    url: described(
      z._default(webAddress, 'http://localhost:8080'),
      'Where links in messages lead: the address at which readers reach `port`, perhaps of a reverse proxy.',
    ),
    host: described(
      z._default(nonEmptyText, '127.0.0.1'),
      'The address that links are served on: 127.0.0.1 is for this machine only, 0.0.0.0 for all.',
    ),
    port: described(z._default(port, 8_080), 'The port that links are served on.'),
    linkDays,
    workers: described(
      z._default(wholeNumber(1, 32), 2),
      'Maximum number of reports made at the same time, 1 to 32.',
    ),
    workerMemoryMB: described(
      z._default(wholeNumber(256, 65_536), 1_024),
      'Megabytes that making one report may take; 1024 are enough for six weeks of 24,000 tasks.',
    ),
    planning: described(
      z.optional(
        z.strictObject({
          data: described(
            nonEmptyText,
            'The folder with the projects, as for `serve --data`, relative to the working directory.',
          ),
          port: described(z._default(port, 8_787), 'The port that the Planning Read API is served on.'),
        }),
      ),
      'A Planning Read API that the same process serves on 127.0.0.1.',
    ),
  }),
  'The one machine on which `lookahead start` runs.',
);
