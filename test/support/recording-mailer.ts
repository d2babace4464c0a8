import type { Mailer, OutgoingMessage, SendResult } from '#mail/transport/mailer.ts';

export type RecordingMailer = Mailer & {
  /** Every accepted message, in order, including duplicates. */
  readonly taken: OutgoingMessage[];
  /**
   * Results for the next messages, in place of accepting them. 'lost' accepts the message and throws; 'not reached'
   * throws without accepting it.
   */
  readonly answers: (SendResult | 'lost' | 'not reached')[];
};

/** A mailer that accepts and records messages, except where `answers` says otherwise. */
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
