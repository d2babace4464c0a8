import { type OutcomeRule, ruleForAll } from './mailer.ts';
import type { SmtpReply } from './smtp-reply.ts';

export type Announced = {
  readonly logins: readonly string[] | undefined;
  readonly startTls: boolean;
  /** How many recipients it takes in one transaction (RFC 9422). */
  readonly maxRecipients: number;
};

export function announcedIn(ehlo: string): Announced {
  const lines = ehlo.split('\n').map((line) => line.trim().replace(/^\d{3}[ -]/, ''));
  // Old servers write AUTH=LOGIN, some beside the line of today.
  const offers = lines.flatMap((line) => /^AUTH(?:[ =](.*))?$/i.exec(line)?.slice(1) ?? []);
  const logins = offers.flatMap((offer = '') => offer.toUpperCase().split(/[ =]+/));
  const limit = lines.map((line) => /^LIMITS .*\bRCPTMAX=([1-9]\d{0,8})\b/i.exec(line)?.[1]).find(Boolean);
  return {
    logins: offers.length === 0 ? undefined : logins.filter((login) => login !== ''),
    startTls: lines.some((line) => /^STARTTLS$/i.test(line)),
    maxRecipients: limit === undefined ? Number.POSITIVE_INFINITY : Number(limit),
  };
}

export const passwordLogins = ['PLAIN', 'LOGIN', 'CRAM-MD5'];

const relayNeeded =
  'use a relay that takes this machine without a login, or a service with a password of its own for programs (an app password)';

export function loginNotOffered(
  { logins, startTls }: Announced,
  tls: 'starttls' | 'implicit' | 'none',
): OutcomeRule {
  if (logins !== undefined) {
    return ruleForAll(
      `it takes no password, but only ${logins.join(', ') || 'logins that it does not name'}; ${relayNeeded}`,
    );
  }
  if (tls === 'none' && startTls) {
    return ruleForAll('it may take a login once the connection is encrypted; use tls: starttls');
  }
  return ruleForAll(
    'it offers no login on this connection; use its port for submission, usually 587, or leave out mail.smtp.user and password',
  );
}

export function loginRefused({ status, text }: SmtpReply): OutcomeRule {
  if (status === 530 || status === 538 || /\b5\.7\.11\b/.test(text)) {
    return ruleForAll('it takes a login on an encrypted connection only; use tls: starttls or implicit');
  }
  if (/application[- ]specific|\bapp(?:lication)?[- ]password/i.test(text)) {
    return ruleForAll(
      'it takes an app password only; create one for mail.smtp.user, and put it into the environment variable',
    );
  }
  if (
    status === 504 ||
    status === 534 ||
    /\bbasic auth|SmtpClientAuth|\b(?:x?o-?auth|modern auth)|\bless secure app|\bpasswords? (?:login |auth\w* )?(?:is |are )?(?:disabled|not allowed|not supported)|\bauth\w* (?:method |mechanism )?(?:is )?(?:disabled|not enabled|not supported)/i.test(
      text,
    )
  ) {
    return ruleForAll(`it takes no password; ${relayNeeded}`);
  }
  const wrong = 'it refuses the login; correct mail.smtp.user, or the password in the environment variable';
  // Microsoft's code for a wrong password and for logins by password that are switched off.
  return ruleForAll(
    /\b5\.7\.(?:3|139)\b/.test(text)
      ? `${wrong}; if they are right, it takes no password: ${relayNeeded}`
      : wrong,
  );
}
