import type { Mailer, OutgoingMessage, SendResult } from '../../functions/mail/transport/mailer.ts';

export type RecordingMailer = Mailer & {
  /** Every message taken, in order, also the second of two alike. */
  readonly taken: OutgoingMessage[];
  /** Answers to give in place of taking the next messages; 'lost' takes the message and throws. */
  readonly answers: (SendResult | 'lost' | 'not reached')[];
};

/** Takes messages, unless told otherwise, and keeps them. */
export function createRecordingMailer({ repeatable }: { readonly repeatable: boolean }): RecordingMailer {
  const taken: OutgoingMessage[] = [];
  const answers: (SendResult | 'lost' | 'not reached')[] = [];
  return {
    repeatable,
    taken,
    answers,
    async send(message) {
      const answer = answers.shift();
      if (answer === 'not reached') throw new Error('connection reset\nbefore anything was sent');
      if (answer !== undefined && answer !== 'lost') return answer;
      taken.push(message);
      if (answer === 'lost') throw new Error('connection reset before the answer');
      return { kind: 'accepted', messageId: `message-${taken.length}` };
    },
  };
}
