/** The part of `lookahead.yaml` that says how one machine sends mail. The functions on AWS send through SES. */
import * as z from 'zod/mini';
import { described, oneLineText } from './fields.ts';
import { environmentVariable } from './key-source.ts';

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
      z.optional(z.int().check(z.gte(1), z.lte(65_535))),
      'Its port: 587 by default, or 465 with tls: implicit.',
    ),
    user: described(z.optional(oneLineText), 'The user to log in as; no login without one.'),
    password: z.optional(passwordSource),
    tls: described(
      z.optional(z.enum(['starttls', 'implicit', 'none'])),
      'How the connection is encrypted. starttls (default): before anything else is said, or nothing is sent. implicit: from the first byte, as on port 465, where it is the default. none: never; without a login, or on this machine only.',
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
  'How one machine sends mail. The functions on AWS send through SES and ignore it.',
);
