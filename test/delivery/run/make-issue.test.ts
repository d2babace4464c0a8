import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { aJob, deliverJob, jsonOf, someParts } from '../../support/builders/a-delivery.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { createRecordingMailer } from '../../support/recording-mailer.ts';

const run = 'issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/';
const everyoneFile = `${run}Riverside Tower lookahead 2026-W48 issue 1.xlsx`;

describe('a workbook', () => {
  test('that an earlier attempt stored is used as it is', async () => {
    const store = createMemoryStore();
    await store.putOnce(everyoneFile, new TextEncoder().encode('earlier'), 'x');
    const rendered: string[] = [];
    const parts = someParts({ store });
    const result = await deliverJob(aJob(), {
      ...parts,
      render: (lookahead, options) => {
        rendered.push(lookahead.audience.kind);
        return parts.render(lookahead, options);
      },
    });
    expect(rendered).toEqual(['subcontractor']);
    expect(result.files[0]).toMatchObject({ size: 7 });
    expect(new TextDecoder().decode(await store.get(everyoneFile))).toBe('earlier');
  });

  test('that is too large to attach is linked in its mail', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: true });
    await deliverJob(
      aJob({ audiences: [] }),
      someParts({ store, mailer, render: async () => new Uint8Array(7_000_001) }),
    );
    const { attachments, text } = await PostalMime.parse(mailer.taken[0]?.raw ?? '');
    expect(attachments).toEqual([]);
    expect(text).toContain('The workbook is too large to attach');
    expect(text).toContain(await store.link(everyoneFile));
    expect(jsonOf(await store.get(`${run}issue.json`))).toMatchObject({ messages: [{ attachments: [] }] });
  });

  test('that no longer matches its issue is not mailed, and stops no other message', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: false });
    mailer.answers.push(
      ...Array.from(
        { length: 6 },
        () => ({ kind: 'refused', cause: 'retryable', reason: 'throttled' }) as const,
      ),
    );
    await deliverJob(aJob(), someParts({ store, mailer }));
    store.objects.set(everyoneFile, new TextEncoder().encode('changed'));
    const result = await deliverJob(aJob(), someParts({ store, mailer, owner: 'attempt-2' }));
    expect(result).toMatchObject({
      outcome: 'incomplete',
      messages: [
        {
          outcome: {
            kind: 'refused',
            reason: expect.stringContaining('not the one that its issue was made with'),
          },
        },
        { outcome: { kind: 'sent' } },
      ],
    });
    store.objects.delete(everyoneFile);
    const gone = await deliverJob(aJob(), someParts({ store, mailer, owner: 'attempt-3' }));
    expect(gone.messages[0]?.outcome).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('is missing'),
    });
  });
});
