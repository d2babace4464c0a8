/** SES with its rules: a rate, a daily quota, answers that get lost, and an event for each accepted message. */

import type { OutgoingMessage, SendResult } from '#mail/transport/mailer.ts';
import type { SendQuota } from '#mail/transport/pace.ts';
import { sesOutcomeUnknownError, sesRefusalOf } from '#mail/transport/ses.ts';
import type { SeededRandom } from './random.ts';
import type { VirtualTime } from './virtual-time.ts';

export type TakenMail = OutgoingMessage & {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly subject: string;
  readonly messageId: string;
};

export type MailServiceOptions = {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  /** Rate in recipients, as `GetSendQuota` reports it. SES refuses messages above one and a half times this rate. */
  readonly perSecond: number;
  readonly perDay: number;
  /** The share of messages that are accepted although the answer is lost. */
  readonly lostAnswers: number;
  /** Whether the daily quota is used up at a time, by any sender of the account. */
  readonly isUsedUp: (at: number) => boolean;
  readonly onTaken: (mail: TakenMail) => void;
};

const dayMs = 86_400_000;

export type MailService = {
  readonly taken: readonly TakenMail[];
  /** The answer of `GetSendQuota`. */
  readonly quota: () => SendQuota;
  /** @throws UnknownSendOutcomeError if the message was accepted but the answer is lost */
  readonly send: (message: OutgoingMessage) => SendResult;
};

export function createMailService(options: MailServiceOptions): MailService {
  const { time, random } = options;
  const taken: TakenMail[] = [];
  const lastSecond = createSum(time, 1_000);
  const lastDay = createSum(time, dayMs);

  return {
    taken,
    quota: () => {
      const { perSecond, perDay } = options;
      return { perSecond, perDay, left: options.isUsedUp(time.ms()) ? 0 : perDay - lastDay.sum() };
    },
    send: (message) => {
      const recipients = message.recipients.length;
      if (options.isUsedUp(time.ms()) || lastDay.sum() + recipients > options.perDay) {
        return refused(message, 'Daily message quota exceeded.');
      }
      if (lastSecond.sum() + recipients > options.perSecond * 1.5) {
        return refused(message, 'Maximum sending rate exceeded.');
      }
      lastSecond.add(recipients);
      lastDay.add(recipients);
      const messageId = `ses-${taken.length + 1}`;
      const mail = {
        ...message,
        raw: new Uint8Array(),
        at: time.ms(),
        subject: subjectOf(message),
        messageId,
      };
      taken.push(mail);
      options.onTaken(mail);
      if (random.chance(options.lostAnswers)) throw sesOutcomeUnknownError('ECONNRESET');
      return { kind: 'accepted', messageId };
    },
  };
}

function refused(message: OutgoingMessage, text: string): SendResult {
  const error = Object.assign(new Error(text), { name: 'Throttling', $metadata: { httpStatusCode: 400 } });
  const answer = sesRefusalOf(error, message);
  if (answer === undefined) throw error;
  return answer;
}

function subjectOf({ raw }: OutgoingMessage): string {
  const [, subject = ''] = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(Buffer.from(raw).toString('latin1')) ?? [];
  return subject.replaceAll('\r\n', '');
}

/** The sum of the numbers added in the last `span` milliseconds. */
function createSum(time: VirtualTime, span: number) {
  const added: { readonly at: number; readonly number: number }[] = [];
  let sum = 0;
  let first = 0;
  const forget = () => {
    for (let next = added[first]; next && next.at <= time.ms() - span; next = added[first]) {
      sum -= next.number;
      first += 1;
    }
  };
  return {
    add: (number: number) => {
      forget();
      added.push({ at: time.ms(), number });
      sum += number;
    },
    sum: () => {
      forget();
      return sum;
    },
  };
}
