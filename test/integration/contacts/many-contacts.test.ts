/**
 * Each of many contacts is notified once. Prints how long the checks take if each call takes 30 ms, and the number of
 * their calls.
 */
import process from 'node:process';
import { expect, it } from 'vitest';
import { deep } from '../../support/deep-checks.ts';
import { type ContactsChecked, contactOfReport, manyContacts } from './many-contacts.ts';

it.each(deep ? [300, 1_000, 5_000] : [300])(
  'each of %d contacts whose report is late gets one mail, and the next check sends none',
  async (count) => {
    const { mailedTo, firstCheck, nextCheck } = await manyContacts(count);
    const first = await firstCheck();
    const all = Array.from({ length: count }, (_, number) => contactOfReport(number));
    expect(mailedTo.toSorted()).toEqual(all.sort());
    const next = await nextCheck();
    expect([first.sends, next.sends]).toEqual([count, 0]);
    // Objects that concern all contacts are read once.
    expect(first.gets).toBeLessThan(20);
    expect(first.pages).toBeLessThan(40);
    process.stdout.write(`${count} contacts: first check ${figures(first)}; next check ${figures(next)}\n`);
  },
);

function figures({ seconds, pages, gets, puts, sends }: ContactsChecked): string {
  return `${Math.round(seconds)} s, ${pages} pages listed, ${gets} gets, ${puts} puts, ${sends} sends`;
}
