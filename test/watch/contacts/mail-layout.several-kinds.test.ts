/** A mail with several kinds of facts. */
import { expect, it } from 'vitest';
import { itemLine } from '#mail/notice-layout.ts';
import { composeMessage } from '#mail/transport/compose-message.ts';
import { type FactKind, type FactText, factKinds, type NotifiableFact } from '#watch/contacts/facts.ts';
import { composeContactMail } from '#watch/contacts/mail-layout.ts';
import { aFact, aMoment, factsOf } from '../../support/builders/a-contact.ts';
import { aMessageContent } from '../../support/builders/a-message.ts';
import { aReportState } from '../../support/builders/a-report-state.ts';

const of = (kind: FactKind, what: string, more: Partial<FactText> = {}): NotifiableFact =>
  aFact(`${kind}:${what}`, { kind, text: { what, ...more } });

async function mailOf(...facts: readonly NotifiableFact[]) {
  const mail = composeContactMail(facts);
  if (mail === undefined) throw new Error('There is nothing to say.');
  return { ...mail, read: mail.text.replaceAll(/\s+/g, ' ') };
}

const preview = (html: string) => /<div style="display:none[^>]*>([^<]*)/.exec(html)?.[1];

/** The headings of the text: lines in capitals. */
const headings = (text: string) => text.match(/^[A-Z][A-Z ]+(?=\n-+\n)/gm);

it('a mail to a contact shows the worst facts first, each kind below a heading', async () => {
  const mail = await mailOf(
    of('old', 'Harbour Quay', { details: ['19 days old.'] }),
    of('late', 'Nights, due 14:00', { why: 'The service is down.' }),
    of('act', 'Weekly, due 15:00', { why: 'No key. Enter it.' }),
  );
  expect(mail.subject).toBe('Needs you: No key · 1 report · Late: 1 report · Old programme: Harbour Quay');
  expect(headings(mail.text)).toEqual(['NEEDS YOU', 'LATE', 'OLD PROGRAMME']);
  expect(mail.html.match(/<h2[^>]*>([^<]*)/g)?.map((heading) => heading.replace(/.*>/, ''))).toEqual([
    'Needs you',
    'Late',
    'Old programme',
  ]);
  expect(mail.read).toContain('No key. Enter it. - Weekly, due 15:00 Retried every 30 minutes until');
  expect(mail.read).toContain('The service is down. - Nights, due 14:00 Retried until');
  expect(mail.read).toContain('- Harbour Quay 19 days old. The reports are sent anyway');
});

it('the preview text of a mail to a contact is what to do first, not a heading', async () => {
  const { html } = await mailOf(of('late', 'Nights'), of('over', 'Weekly'));
  expect(preview(html)).toBe(
    'What to do first: fix the cause named below, if it still exists. Then run each command at the end.',
  );
});

it('a mail with one kind of facts has no headings', async () => {
  expect(headings((await mailOf(of('late', 'Nights'))).text)).toBeNull();
});

it('the subject names every kind of fact, and counts reports instead of naming them', async () => {
  const name = 'Riverside Tower and the two buildings at its foot';
  const state = { projectName: name, state: 'failing', failure: undefined } as const;
  const facts = factsOf([aReportState(state)], aMoment('15:00'));
  const mail = await mailOf(
    of('act', `${name}, Weekly lookahead, due Fri 20 Nov 2026, 14:00 (Europe/London)`, { why: 'No key.' }),
    ...facts,
    of('old', 'Harbour Quay'),
  );
  expect(mail.subject).toBe('Needs you: No key · 1 report · Late: 1 report · Old programme: Harbour Quay');
});

it('a mail shows each inbox file once, with the text of its import', async () => {
  const file = (name: string) => of('inbox', `Imported ${name}`, { lines: [itemLine(`Tasks of ${name}`)] });
  const alone = await mailOf(file('one.xer'));
  expect(alone.subject).toBe('Imported one.xer');
  expect(alone.read).toContain('Imported one.xer ================ - Tasks of one.xer --');
  const beside = await mailOf(file('one.xer'), of('late', 'Nights'));
  expect(beside.subject).toBe('Late: 1 report · Imported one.xer');
  expect(beside.read).toContain('IMPORTED ONE.XER ---------------- - Tasks of one.xer --');
  const both = await mailOf(file('one.xer'), file('other.xer'));
  expect(both.subject).toBe('Inbox: 2 files');
  expect(both.read).toContain(
    'Inbox: 2 files ============== Imported one.xer - Tasks of one.xer Imported other.xer - Tasks of other.xer --',
  );
});

it('a mail shows both results of two inbox files with the same name', async () => {
  const file = (id: string, line: string) =>
    aFact(`inbox:${id}`, {
      kind: 'inbox',
      text: { what: 'Refused a.xer', lines: [itemLine(line)] },
    });
  const { read } = await mailOf(file('one', 'It is empty.'), file('other', 'It is no programme.'));
  expect(read).toContain('Refused a.xer - It is empty. Refused a.xer - It is no programme.');
});

it('a mail shows the answers to 25 reports in full, although it describes 20 reports of other kinds', async () => {
  const stands = Array.from({ length: 25 }, (_, index) =>
    of('answers', `Site ${index}: 1 of 2 tasks promised`, {
      lines: [itemLine(`Task of site ${index}`)],
    }),
  );
  const { subject, read } = await mailOf(...stands);
  expect(subject).toBe('Answers of 25 reports');
  for (const index of stands.keys()) {
    expect(read).toContain(`Site ${index}: 1 of 2 tasks promised - Task of site ${index} `);
  }
});

it('a mail merges facts about the same address in different case, and keeps the command', async () => {
  const command = { kind: 'command', text: 'aws sesv2 delete-suppressed-destination' } as const;
  const { subject, read } = await mailOf(
    of('address', 'Foreman@example.com', { details: ['it is full', 'In: Weekly'], commands: [command] }),
    of('address', 'foreman@example.com', { details: ['it is full', 'In: Nights'], commands: [] }),
  );
  expect(subject).toBe('Not received by foreman@example.com');
  expect(read).toMatch(
    /- foreman@example\.com it is full In: Weekly In: Nights An address .*aws sesv2 delete/,
  );
});

it('hostile names reach no header and no markup of a mail, in any kind of fact', async () => {
  const name = 'Site\r\nBcc: evil@example.com\r\n<img src=x>\u202e';
  const { subject, text, html } = await mailOf(
    ...factKinds.flatMap((kind) => [
      of(kind, name, { details: [name], why: name }),
      of(kind, `other ${name}`, { lines: [itemLine(name)] }),
    ]),
  );
  expect(subject).not.toMatch(/[\r\n\u202e]/);
  expect(html).not.toContain('<img');
  expect(text).not.toMatch(/^Bcc:/m);
});

it('a mail stays below 350 kB with 5,000 facts of each kind', async () => {
  const long = 'A cause that fills about a line of the mail, and is the same for all that have it.';
  const facts = factKinds
    .filter((kind) => kind !== 'answers')
    .flatMap((kind) =>
      Array.from({ length: 5_000 }, (_, index) =>
        of(kind, `Site ${index}, Weekly lookahead, due Fri 20 Nov 2026, 14:00 (Europe/London)`, {
          details: ['For week 48 from Mon 23 Nov 2026'],
          why: `${long} It is that of project ${index}.`,
        }),
      ),
    );
  const { text, html } = await mailOf(...facts);
  const { raw } = await composeMessage(aMessageContent({ text, html }), []);
  expect(raw.length).toBeLessThan(350_000);
});
