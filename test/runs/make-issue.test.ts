import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { LookaheadError } from '#base/lookahead-error.ts';
import { decodePage } from '#pages/stored-page.ts';
import type { ResolvedReport } from '#runs/look-up-report.ts';
import {
  type AttemptChanges,
  anAttempt,
  aResolvedReport,
  deliverResolved,
  jsonOfObject,
} from '../support/builders/a-delivery.ts';
import { createMemoryStore, type MemoryStore } from '../support/memory-store.ts';
import { createRecordingMailer } from '../support/recording-mailer.ts';

const run = 'issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/';
const everyoneFile = `${run}Riverside Tower – Weekly lookahead 2026-W48 rev 1.xlsx`;

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

/** An archive in which an attempt was killed after it had stored everyone's workbook, and before the issue. */
async function killedBeforeIssue(): Promise<MemoryStore> {
  const store = createMemoryStore();
  const dying: MemoryStore = {
    ...store,
    putOnce: async (key, ...of) => {
      if (key.endsWith('issue.json')) throw new Error('killed');
      return store.putOnce(key, ...of);
    },
  };
  await expect(deliverResolved(aResolvedReport(), anAttempt({ store: dying }))).rejects.toThrow('killed');
  return store;
}

describe('a workbook that was stored before its issue', () => {
  it('is used if the next attempt renders the same bytes', async () => {
    const store = await killedBeforeIssue();
    const workbooks = [...store.objects.keys()].filter((key) => key.endsWith('.xlsx'));
    const { outcome, keys, files } = await deliverResolved(
      aResolvedReport(),
      anAttempt({ store, owner: 'attempt-2' }),
    );
    expect(outcome).toBe('delivered');
    expect(keys.filter((key) => key.endsWith('.xlsx'))).toEqual([...workbooks].sort());
    expect(files[0]?.key).toBe(everyoneFile);
  });

  const damages: readonly (readonly [string, (bytes: Uint8Array) => Uint8Array])[] = [
    ['empty', () => new Uint8Array()],
    ['truncated', (bytes) => bytes.subarray(0, bytes.length - 1)],
    ['of the same length with other content', (bytes) => bytes.with(5, 0)],
  ];

  it.each(damages)(
    'and is now %s is left alone; the workbook is rendered again and mailed',
    async (_, damage) => {
      const store = await killedBeforeIssue();
      const whole = store.objects.get(everyoneFile) ?? new Uint8Array();
      const damaged = damage(whole);
      store.objects.set(everyoneFile, damaged);
      const mailer = createRecordingMailer({ repeatable: false });
      const { outcome, files } = await deliverResolved(
        aResolvedReport(),
        anAttempt({ store, mailer, owner: 'attempt-2' }),
      );
      expect(outcome).toBe('delivered');
      expect(store.objects.get(everyoneFile)).toBe(damaged);
      const { key = '', size } = files[0] ?? {};
      expect(key).toMatch(
        /T14-00-00Z\/[0-9a-f]{16}\/Riverside Tower – Weekly lookahead 2026-W48 rev 1\.xlsx$/,
      );
      expect({ size, content: text(store.objects.get(key)) }).toEqual({
        size: whole.length,
        content: text(whole),
      });
      const { attachments } = await PostalMime.parse(mailer.taken[0]?.raw ?? '', {
        attachmentEncoding: 'utf8',
      });
      expect(attachments).toMatchObject([
        { filename: 'Riverside Tower – Weekly lookahead 2026-W48 rev 1.xlsx', content: text(whole) },
      ]);
    },
  );

  it('and whose replacement is damaged too makes no issue', async () => {
    const store = await killedBeforeIssue();
    const shortening: MemoryStore = {
      ...store,
      get: async (key) => (key.endsWith('.xlsx') ? new Uint8Array() : store.get(key)),
      putOnce: async (key, ...of) => {
        await store.putOnce(key, ...of);
        return key.endsWith('.xlsx') ? 'exists' : 'created';
      },
    };
    await expect(deliverResolved(aResolvedReport(), anAttempt({ store: shortening }))).rejects.toMatchObject({
      name: 'RunStoreError',
      kind: 'curable',
      message: expect.stringContaining(`The workbook ${everyoneFile} and the one stored in its place`),
    });
    expect(store.objects.has(`${run}issue.json`)).toBe(false);
  });
});

it('the QR code on the wall opens the wall view, and the link in the mail the week page', async () => {
  const wallLinks: (string | undefined)[] = [];
  const mailer = createRecordingMailer({ repeatable: true });
  await deliverResolved(
    aResolvedReport({ audiences: [] }),
    anAttempt({
      mailer,
      signPage: async (_, kind) => `https://links.example.com/${kind}`,
      render: async (_, { wallLink }) => {
        wallLinks.push(wallLink);
        return new Uint8Array(1);
      },
    }),
  );
  expect(wallLinks).toEqual(['https://links.example.com/wall']);
  const { text: mail } = await PostalMime.parse(mailer.taken[0]?.raw ?? '');
  expect(mail?.match(/https:\S+/g)).toEqual(['https://links.example.com/page']);
});

describe('a workbook', () => {
  it('for an audience that is listed twice makes no issue', async () => {
    const store = createMemoryStore();
    const [audience] = aResolvedReport().audiences;
    const twice = aResolvedReport({ audiences: audience ? [audience, audience] : [] });
    await expect(deliverResolved(twice, anAttempt({ store }))).rejects.toThrow(
      /Two audiences of this report would share the workbook .*List each audience once/,
    );
    expect(store.objects.has(`${run}issue.json`)).toBe(false);
  });

  it('that is too large to attach is linked in its mail', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: true });
    await deliverResolved(
      aResolvedReport({ audiences: [] }),
      anAttempt({ store, mailer, render: async () => new Uint8Array(7_000_001) }),
    );
    const { attachments, text } = await PostalMime.parse(mailer.taken[0]?.raw ?? '');
    expect(attachments).toEqual([]);
    expect(text).toContain('The workbook is too large to attach');
    expect(text).toContain(await store.link(everyoneFile));
    expect(jsonOfObject(await store.get(`${run}issue.json`))).toMatchObject({
      messages: [{ attachments: [] }],
    });
  });

  it('is mailed if links cannot be made, unless it needs one: then its report fails with that error', async () => {
    const store = { ...createMemoryStore(), link: () => Promise.reject(new Error('no secret for links')) };
    const mailer = createRecordingMailer({ repeatable: true });
    const large = async () => new Uint8Array(7_000_001);
    await expect(
      deliverResolved(aResolvedReport({ audiences: [] }), anAttempt({ store, mailer, render: large })),
    ).rejects.toThrow('no secret for links');
    expect(mailer.taken).toEqual([]);
    const { outcome, files, warnings } = await deliverResolved(
      aResolvedReport({ audiences: [] }),
      anAttempt({ store: { ...createMemoryStore(), link: store.link }, mailer }),
    );
    expect([outcome, files.map(({ link }) => link), mailer.taken.length]).toEqual([
      'delivered',
      [undefined],
      1,
    ]);
    expect(warnings).toContain(`${everyoneFile} has no link: no secret for links`);
  });

  it('that is only linked, and was damaged after the issue, is sent to nobody', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: true });
    const damaging: typeof store = {
      ...store,
      putOnce: async (key, body, type) => {
        const made = await store.putOnce(key, body, type);
        if (key.endsWith('issue.json')) store.objects.set(everyoneFile, new Uint8Array(3));
        return made;
      },
    };
    const large = async () => new Uint8Array(7_000_001);
    const parts = anAttempt({ store: damaging, mailer, render: large });
    const result = await deliverResolved(aResolvedReport({ audiences: [] }), parts);
    expect(result).toMatchObject({
      outcome: 'incomplete',
      messages: [
        {
          outcome: {
            kind: 'refused',
            cause: 'curable',
            reason: expect.stringContaining('not the one that its issue was made with'),
          },
        },
      ],
    });
    expect(mailer.taken).toEqual([]);
  });

  it.each([
    ['changed', 'changed'],
    ['empty', ''],
  ])('that is %s after the issue is not mailed, but other messages are', async (_, content) => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: false });
    mailer.answers.push(
      ...Array.from(
        { length: 10 },
        () => ({ kind: 'refused', cause: 'retryable', reason: 'throttled' }) as const,
      ),
    );
    await deliverResolved(aResolvedReport(), anAttempt({ store, mailer }));
    store.objects.set(everyoneFile, new TextEncoder().encode(content));
    const result = await deliverResolved(aResolvedReport(), anAttempt({ store, mailer, owner: 'attempt-2' }));
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
    const gone = await deliverResolved(aResolvedReport(), anAttempt({ store, mailer, owner: 'attempt-3' }));
    expect(gone.messages[0]?.outcome).toMatchObject({ kind: 'sent' });
    expect(gone.warnings.at(-1)).toContain('was missing; it was made again from the stored tasks');
  });
});

describe('the week page of a message', () => {
  const signPage = async (key: string, kind: string) => `https://links.example.com/?${kind}=${key}&token=x`;
  const pageAt = (message: string) => `${run}pages/${message}.json.gz`;
  const linkOf = (message: string) => `https://links.example.com/?page=${pageAt(message)}&token=x`;

  /**
   * Delivers a report with fake workbooks: JSON with the ids of their tasks and the link that their QR code would have.
   */
  async function delivered(changes: AttemptChanges = {}, job: Partial<ResolvedReport> = {}) {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: true });
    const render: AttemptChanges['render'] = async ({ tasks }, { wallLink }) =>
      Buffer.from(JSON.stringify({ tasks: tasks.map(({ id }) => id), wallLink }));
    const { warnings } = await deliverResolved(
      aResolvedReport(job),
      anAttempt({ store, mailer, render, ...changes }),
    );
    const issue = jsonOfObject(await store.get(`${run}issue.json`));
    const workbooks = [...store.objects].filter(([key]) => key.endsWith('.xlsx'));
    const pages = store.writes.map(({ key }) => key).filter((key) => key.includes('/pages/'));
    return { store, messages: mailer.taken.map(({ raw }) => raw), warnings, issue, workbooks, pages };
  }

  it('is stored before the issue, and linked in the text and the HTML', async () => {
    const { store, messages, pages } = await delivered({ signPage });
    const [everyone = '', own = ''] = pages;
    expect([everyone, own, pages.length]).toEqual([
      pageAt('everyone'),
      expect.stringMatching(/\/pages\/subcontractor[a-z0-9_-]*\.json\.gz$/),
      2,
    ]);
    const order = store.writes.map(({ key }) => key);
    expect(order.indexOf(own)).toBeLessThan(order.indexOf(`${run}issue.json`));
    const { text = '', html = '' } = await PostalMime.parse(messages[0] ?? '');
    expect(text).toContain(linkOf('everyone'));
    expect(html).toContain(linkOf('everyone').replaceAll('&', '&amp;'));
    const theirs = await PostalMime.parse(messages[1] ?? '');
    expect(theirs.text).toContain(own);
    expect(theirs.text).not.toContain(pageAt('everyone'));
    const page = (key: string) => decodePage(store.objects.get(key) ?? new Uint8Array());
    expect(page(everyone)?.tasks).toHaveLength(2);
    expect(page(own)).toMatchObject({ audience: 'subcontractor', qr: true, tasks: [{ id: 't1' }] });
  });

  it('has a wall, whose link is in the workbook and the issue, unless codes are off', async () => {
    const { workbooks, issue } = await delivered({ signPage });
    const wall = linkOf('everyone').replace('?page', '?wall');
    expect(issue).toMatchObject({ workbooks: [{ wallLink: wall }, { wallLink: expect.any(String) }] });
    expect(workbooks.filter(([, bytes]) => text(bytes).includes(wall))).toHaveLength(1);
    const off = await delivered({ signPage }, { qr: 'off' });
    expect(off.pages).toHaveLength(2);
    expect(JSON.stringify(off.issue)).not.toContain('wall');
    expect(off.workbooks.filter(([, bytes]) => text(bytes).includes('wall'))).toEqual([]);
  });

  it('does not exist if pages are off: message and workbook are the same as without links', async () => {
    const none = await delivered();
    const off = await delivered({ signPage }, { pages: 'off' });
    expect(off.pages).toEqual([]);
    expect(none.messages).toHaveLength(2);
    expect(off.messages).toEqual(none.messages);
    expect(off.workbooks).toEqual(none.workbooks);
    expect(off.issue).toEqual(none.issue);
    const on = await delivered({ signPage });
    expect(on.messages).not.toEqual(none.messages);
  });

  const failing = (kind: 'curable' | 'retryable') => () =>
    Promise.reject(new LookaheadError('The secret cannot be read', { kind, remedy: 'Store it again.' }));

  it('does not exist if its link cannot be signed: the report goes out, and says once what to do', async () => {
    const { messages, pages, warnings, workbooks } = await delivered({ signPage: failing('curable') });
    expect([messages.length, pages]).toEqual([2, []]);
    const why = 'This report has no week pages: The secret cannot be read. Store it again.';
    expect(warnings.filter((warning) => warning.includes('week pages'))).toEqual([why]);
    expect(workbooks).toEqual((await delivered()).workbooks);
  });

  it('holds back the issue if its link cannot be signed for the moment', async () => {
    const store = createMemoryStore();
    const attempt = anAttempt({ store, signPage: failing('retryable') });
    await expect(deliverResolved(aResolvedReport(), attempt)).rejects.toThrow('The secret cannot be read');
    expect(store.objects.has(`${run}issue.json`)).toBe(false);
    const { outcome } = await deliverResolved(
      aResolvedReport(),
      anAttempt({ store, signPage, owner: 'attempt-2' }),
    );
    expect([outcome, store.objects.has(pageAt('everyone'))]).toEqual(['delivered', true]);
  });
});
