/** Notices that name single things by their keys, each once: failed recipients, and the closings of answers. */
import { newName } from '#delivery/notify/due-notices.ts';
import {
  continueNotice,
  type NewNotice,
  type NoticeResult,
  type NoticeState,
  sendNotice,
} from '#delivery/notify/notify-contact.ts';
import type { LookBack } from './look-back.ts';
import { type Left, type Notifying, type Unreadable, whileTimeLasts } from './open-dispatch.ts';

/** How far back is looked, and the notices of all kinds. */
export type Looked = LookBack & { readonly stored: readonly NoticeState[] };

type Named = Pick<NoticeState, 'dispatchId' | 'contact' | 'recipients'>;

export type CheckedKeys = NoticeResult &
  Pick<NoticeState, 'dispatchId'> & {
    readonly kind: 'recipients' | 'answers';
    readonly keys: number;
  };

/** Continues the notices of a kind that are pending. */
export async function continueNotices(kind: CheckedKeys['kind'], looked: Looked, notifying: Notifying) {
  const stored = looked.stored.filter((notice) => notice.kind === kind);
  const checked: (CheckedKeys | Unreadable | Left)[] = [];
  /** By key: the contact that was notified, undefined if that will never be possible. */
  const settled = new Map<string, string | undefined>();
  const settle = ({ contact, recipients }: Named, outcome: NoticeState['outcome']) => {
    if (outcome === 'pending') return;
    for (const key of recipients) settled.set(key, outcome === 'sent' ? contact : undefined);
  };
  const note = async (notice: Named, act: () => Promise<NoticeResult>) => {
    const { dispatchId, recipients } = notice;
    const result = await whileTimeLasts(dispatchId, notifying, act);
    if ('of' in result) checked.push(result);
    else {
      checked.push({ dispatchId, kind, keys: recipients.length, ...result });
      settle(notice, result.outcome);
    }
  };
  for (const notice of stored) {
    const { dispatchId, name, outcome } = notice;
    if (outcome === 'pending') await note(notice, () => continueNotice(dispatchId, name, notifying));
    else settle(notice, outcome);
  }
  return {
    stored,
    checked,
    settled,
    listed: new Set(stored.flatMap(({ recipients }) => recipients)),
    send: (notice: Omit<NewNotice, 'kind' | 'name'> & Named) =>
      note(notice, () =>
        sendNotice(
          notice.dispatchId,
          { ...notice, kind, name: newName({ ...notice, kind }, stored) },
          notifying,
        ),
      ),
  };
}
