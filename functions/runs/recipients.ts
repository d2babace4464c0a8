/** Who gets a report, and who gets the replies. */
import { parseMailAddress } from '#base/text/mail-address.ts';
import { firstNonBlank } from '#base/text/one-line.ts';
import type { ReportConfiguration } from '#config/configuration.ts';
import type { NameLookupLists, ResolvedNames } from '#config/resolve-names.ts';
import type { Audience } from '#lookahead/tasks/select-tasks.ts';

export type MessageAddresses = {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly replyTo: readonly string[];
};

export type AudienceRecipients = MessageAddresses & {
  readonly audience: Audience;
  readonly wrongAddress?: string | undefined;
};

/** Replies go to a person, because the sender is a machine. */
export function replyAddresses({ replyTo, contact }: ReportConfiguration): readonly string[] {
  return replyTo.length > 0 ? replyTo : [contact];
}

export function findRecipients(
  names: ResolvedNames,
  lists: Partial<NameLookupLists>,
  report: ReportConfiguration,
): readonly AudienceRecipients[] {
  return names.audiences.flatMap(({ each, to, everyoneFound }) => {
    const nameById = new Map<string, string>(audienceNames(each, lists));
    const recipients = (id: string, addresses: readonly string[]): AudienceRecipients => ({
      audience: { kind: each, id, name: nameById.get(id) ?? id },
      to: addresses,
      cc: [],
      replyTo: replyAddresses(report),
    });
    const configured = Array.from(to, ([id, addresses]) => recipients(id, addresses));
    if (!everyoneFound || (each !== 'owner' && each !== 'assignee')) return configured;
    const own = (lists.users ?? []).flatMap(({ id, email }): AudienceRecipients[] => {
      const text = firstNonBlank(email);
      if (text === '' || to.has(id)) return [];
      const address = parseMailAddress(text);
      return [
        address
          ? recipients(id, [address])
          : { ...recipients(id, []), wrongAddress: text.slice(0, maxWrongAddress) },
      ];
    });
    return [...configured, ...own];
  });
}

const maxWrongAddress = 80;

function audienceNames(
  each: ResolvedNames['audiences'][number]['each'],
  lists: Partial<NameLookupLists>,
): readonly (readonly [string, string])[] {
  const named = (items: NameLookupLists['subcontractors'] = []) =>
    items.map(({ id, name }) => [id, firstNonBlank(name, id)] as const);
  switch (each) {
    case 'subcontractor':
      return named(lists.subcontractors);
    case 'location':
      return named(lists.locations);
    case 'folder':
      return (lists.folders ?? []).map(({ id, path, name }) => [id, firstNonBlank(path, name, id)] as const);
    case 'owner':
    case 'assignee':
      return (lists.users ?? []).map(({ id, displayName, email }) => [
        id,
        firstNonBlank(displayName, email, id),
      ]);
  }
}
