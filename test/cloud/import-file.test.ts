/** Events of files in the inbox as the queue delivers them, late, again, and out of order, and the mails about them. */
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { importFiles } from '#cloud/import-file.ts';
import { readLatestManifest } from '#planning-server/versions/manifest.ts';
import { importProgramme } from '#programme/import-programme.ts';
import { saveMailStopOrResume, stoppableMailer } from '#runs/messages/stoppable-mailer.ts';
import { reconcileAndLog } from '#watch/reconcile.ts';
import { aWorld } from '../support/a-world.ts';
import { aBatch } from '../support/builders/a-batch.ts';
import { aClock } from '../support/builders/a-delivery.ts';
import { deep } from '../support/deep-checks.ts';
import { anXerTask, xerBytes } from '../support/programmes/an-xer.ts';

const project = { region: 'gb', projectId: 'riverside-tower' } as const;
const monday = '2026-11-23T08:00:05Z';
const wednesday = '2026-11-25T09:00:00Z';

const plan = (...codes: readonly string[]) =>
  xerBytes({
    TASK: codes.map((task_code, index) => anXerTask({ task_id: String(1001 + index), task_code })),
  });

/** A project with one version, which was imported on Friday, and its inbox on the Wednesday after. */
async function anInbox() {
  const clock = aClock(wednesday);
  const own = aWorld({ clock });
  const { store } = own;
  const mailer = stoppableMailer(own.mailer, { store, clock, resume: 'stop --resume' });
  const world = { ...own, mailer, place: 's3://archive', awsRegion: 'eu-west-2' };
  const reports = world.configuration.reports.map((report) => ({ ...report, when: undefined }));
  const withoutSchedules = { ...world.configuration, reports };
  await importProgramme(
    {
      file: { name: 'first.xer', read: async () => plan('A', 'B') },
      mapping: { name: 'map.yaml', text: 'id: task_code\n' },
      project,
      force: false,
      dryRun: false,
    },
    { archive: store, now: '2026-11-20T10:00:00Z' },
  );
  const keyOf = (file: string) => `inbox/gb/riverside-tower/${file}`;
  return {
    ...own,
    world,
    put: (file: string, content: Uint8Array) => store.objects.set(keyOf(file), content),
    /** Delivers the event for a file that was uploaded at `time`, by default with the size of the stored file. */
    deliver: (
      file: string,
      time: string,
      {
        size = store.objects.get(keyOf(file))?.length,
        ...over
      }: Partial<typeof world> & { size?: number } = {},
    ) => importFiles(aBatch({ time, detail: { object: { key: keyOf(file), size } } }), { ...world, ...over }),
    served: async () => (await readLatestManifest(store, project))?.file,
    versions: () => [...store.objects.keys()].filter((key) => /^programmes\/.*\.json$/.test(key)).length,
    /** Runs a check, and returns the mails to the contact. */
    mails: async () => {
      await reconcileAndLog({ ...world, configuration: withoutSchedules });
      return Promise.all(own.mailer.taken.map(({ raw }) => PostalMime.parse(raw)));
    },
    check: () => reconcileAndLog({ ...world, configuration: withoutSchedules }),
  };
}

describe('an inbox key that cannot be imported', () => {
  const alarmAddress = 'alarms@example.com';
  const isTold = async (key: string, size = 4) => {
    const { world, mails, log, store } = await anInbox();
    store.objects.set(key, Buffer.from('plan'));
    const batch = aBatch({ time: wednesday, detail: { object: { key, size } } });
    await importFiles(batch, { ...world, alarmAddress });
    await importFiles(batch, { ...world, alarmAddress });
    const sent = (await mails()).map(({ subject, to, text }) => ({
      subject,
      to: to?.map(({ address }) => address),
      text: text?.replaceAll(/\s+/g, ' '),
    }));
    return { sent, log };
  };

  it.each([
    ['a control character', 'plan\u0007.xer'],
    ['a line break', 'plan\nBcc: x.xer'],
    ['a leading dot', '.plan.xer'],
    ['a dot at its end', 'plan.'],
    ['a space at its end', 'plan.xer '],
    ['a sign that Windows does not allow', 'a:b.xer'],
    ['a name of Windows', 'a\\b.xer'],
    ['two dots', '..'],
    ['half of a surrogate pair', 'plan\ud800.xer'],
    ['more than 255 bytes', `${'é'.repeat(200)}.xer`],
  ])('is reported to its contact once: %s', async (_, file) => {
    const { sent } = await isTold(`inbox/gb/riverside-tower/${file}`);
    expect(sent).toEqual([
      {
        subject: expect.stringMatching(/^gb\/riverside-tower: .+ was not imported$/),
        to: ['planner@example.com'],
        text: expect.stringMatching(
          /What to do first: Give the file a name of letters, digits.* the archive cannot use its key: (it|the segment) /,
        ),
      },
    ]);
  });

  it.each([
    ['a folder below the project', 'inbox/gb/riverside-tower/week 48/plan.xer', 'planner@example.com'],
    ['an empty name', 'inbox/gb/riverside-tower/', 'planner@example.com'],
    ['no project', 'inbox/gb/plan.xer', alarmAddress],
    ['no folder', 'inbox/plan.xer', alarmAddress],
    ['an unknown region', 'inbox/uk/riverside-tower/plan.xer', alarmAddress],
    ['an id that no project can have', 'inbox/gb/..hidden/plan.xer', alarmAddress],
    ['a project that is not configured', 'inbox/gb/harbour/plan.xer', alarmAddress],
  ])('is reported to its contact, or else to the alarm address, once: %s', async (_, key, address) => {
    const { sent } = await isTold(key);
    expect(sent).toMatchObject([{ subject: expect.stringContaining('was not imported'), to: [address] }]);
  });

  it.each(['inbox/', 'inbox/gb/', 'inbox/gb/riverside-tower/', 'inbox/gb/riverside-tower/old/'])(
    'is ignored if it is an empty folder: %s',
    async (key) => {
      const { sent, log } = await isTold(key, 0);
      expect(sent).toEqual([]);
      expect(log.lines.filter(({ level }) => level !== 'info')).toEqual([]);
    },
  );

  it.each(['Plan 48 +1%20.xer', 'Pla\u0301n 🏗.xer', 'CON.xer'])(
    'is not one with special characters, such as %s, which is imported',
    async (file) => {
      const { deliver, put, served } = await anInbox();
      put(file, plan('A', 'B', 'C'));
      await deliver(file, wednesday);
      expect(await served()).toBe(file);
    },
  );

  it('is not ignored if it is that of an empty file, which is reported as empty', async () => {
    const { deliver, put, mails } = await anInbox();
    put('plan.xer', Buffer.alloc(0));
    await deliver('plan.xer', wednesday);
    expect((await mails()).map(({ text }) => text)).toEqual([expect.stringContaining('the file is empty')]);
  });
});

describe('files in the inbox', () => {
  it('may be JSON of the Planning Read API', async () => {
    const { deliver, put, served, mails } = await anInbox();
    put('plan.json', Buffer.from('[{"id":"A"},{"id":"B"},{"name":"no id"}]'));
    await deliver('plan.json', wednesday);
    expect(await served()).toBe('plan.json');
    const [mail] = await mails();
    expect(mail?.subject).toContain('plan.json is version 2');
    expect(mail?.text).toContain('tasks, item 3: id: ');
  });

  it('are imported in the order in which they were uploaded, even if the import of the first one has to be retried', async () => {
    const { deliver, put, served, store, check, mails, versions } = await anInbox();
    put('monday.xer', plan('A', 'B', 'C'));
    put('wednesday.xer', plan('A', 'B', 'D'));
    const isDown = { ...store, get: () => Promise.reject(new Error('S3 is down')) };
    await expect(deliver('monday.xer', monday, { store: isDown })).rejects.toThrow('S3 is down');
    await deliver('wednesday.xer', wednesday);
    await check();
    await deliver('monday.xer', monday);
    expect(await served()).toBe('wednesday.xer');
    expect(versions()).toBe(2);
    const [first, second] = await mails();
    expect(first?.subject).toContain('wednesday.xer is version 2');
    expect(second?.subject).toBe('gb/riverside-tower: monday.xer was not imported');
    expect(second?.text?.replaceAll(/\s+/g, ' ')).toContain(
      'the file arrived at 2026-11-23 08:00:05 UTC, before the file of version 2 (2026-11-25 09:00:00 UTC)',
    );
    expect(second?.text).toContain('--force');
  });

  it('are refused if too many dates of a table cannot be read, with these dates and what to do', async () => {
    const { deliver, put, served, mails, store, versions } = await anInbox();
    const tableOf = (...unread: readonly string[]) =>
      Buffer.from(
        [
          'ID;Start;Finish',
          ...Array.from({ length: 20 }, (_, at) => `T${at};${at + 1}.12.2026;${unread[at] ?? '23.12.2026'}`),
        ].join('\n'),
      );
    await importProgramme(
      {
        file: { name: 'plan.csv', read: async () => tableOf() },
        mapping: {
          name: 'map.yaml',
          text: 'id: { column: ID }\ndates: { start: Start, finish: Finish, format: dd.MM.yyyy }\n',
        },
        project,
        force: true,
        dryRun: false,
      },
      { archive: store, now: '2026-11-20T11:00:00Z' },
    );
    put('next.csv', tableOf('12/23', '12/24', '12/25', '12/28', '12/29'));
    await deliver('next.csv', wednesday);
    expect([await served(), versions()]).toEqual(['plan.csv', 2]);
    const [mail] = await mails();
    expect(mail?.subject).toBe('gb/riverside-tower: next.csv was not imported');
    const text = mail?.text?.replaceAll(/\s+/g, ' ');
    for (const part of [
      'What to do first: Correct the dates, or write their format under dates in the mapping. --force imports the file without them.',
      '5 of the 20 dates of Finish cannot be read: "12/23" in line 2, "12/24" in line 3, "12/25" in line 4, "12/28" in line 5, "12/29" in line 6',
      'The version before, if there is one, is still served.',
      'import next.csv --project gb/riverside-tower --to s3://archive --region eu-west-2 --force',
    ])
      expect(text).toContain(part);
  });

  it('keep the order of uploads if one was overwritten before its event arrived', async () => {
    const { deliver, put, served, versions, check, mails, clock } = await anInbox();
    const { length: size } = plan('A', 'B', 'C');
    put('plan.xer', plan('A', 'B', 'C', 'D'));
    put('between.xer', plan('A', 'B'));
    clock.advance({ hours: 1 });
    await deliver('plan.xer', monday, { size });
    await deliver('plan.xer', wednesday);
    await check();
    await deliver('between.xer', '2026-11-24T08:00:00Z');
    expect(await served()).toBe('plan.xer');
    expect(versions()).toBe(2);
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('plan.xer is version 2'),
      'gb/riverside-tower: between.xer was not imported',
    ]);
  });

  it('make one version each and are reported once, although the function died before it stored the result', async () => {
    const { deliver, put, store, log, check, mails, versions, clock } = await anInbox();
    put('monday.xer', plan('A', 'B', 'C'));
    put('wednesday.xer', plan('A', 'B', 'C', 'D'));
    const dying: typeof store = {
      ...store,
      putOnce: async (key, ...rest) => {
        if (key.startsWith('inbox-results/')) throw new Error('killed');
        return store.putOnce(key, ...rest);
      },
    };
    await expect(deliver('monday.xer', monday, { store: dying })).rejects.toThrow('killed');
    await deliver('wednesday.xer', wednesday);
    await check();
    clock.advance({ hours: 24 * 10 });
    await deliver('monday.xer', monday);
    await deliver('monday.xer', monday);
    expect(versions()).toBe(3);
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('wednesday.xer is version 3'),
      expect.stringContaining('monday.xer is version 2 already'),
    ]);
    expect(log.lines.findLast(({ message }) => message === 'unchanged')).toMatchObject({
      fields: { version: 2 },
    });
    clock.advance({ hours: 24 * 3 });
    await deliver('monday.xer', monday);
    await deliver('wednesday.xer', wednesday);
    expect(await mails()).toHaveLength(2);
  });

  it('are reported in one mail if they were uploaded between two checks', async () => {
    const { deliver, put, mails } = await anInbox();
    put('first.xer', plan('A', 'B', 'C'));
    put('second.xer', plan('A', 'B', 'C', 'D'));
    put('third.xer', Buffer.from('no plan'));
    await deliver('first.xer', '2026-11-25T08:58:00Z');
    await deliver('second.xer', '2026-11-25T08:59:00Z');
    await deliver('third.xer', wednesday);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    for (const title of ['first.xer is version 2', 'second.xer is version 3', 'third.xer was not imported'])
      expect(mail?.text).toContain(title);
  });

  it('are reported to both contacts of a project that has two', async () => {
    const { deliver, put, world, mails } = await anInbox();
    const reports = world.configuration.reports.map((report) =>
      report.key === 'nights' ? { ...report, contact: 'nights@example.com' } : report,
    );
    put('plan.xer', plan('A', 'B', 'C'));
    await deliver('plan.xer', wednesday, { configuration: { ...world.configuration, reports } });
    const told = (await mails()).map(({ to }) => to?.map(({ address }) => address));
    expect(told.flat().sort()).toEqual(['nights@example.com', 'planner@example.com']);
  });

  it.each([
    [4, 4],
    [6 * 24, deep ? 4 : 24],
  ])(
    'are imported during a stop of %i hours, and reported once by the first check after it',
    async (hours, step) => {
      const { deliver, put, served, store, clock, mailer, check, mails } = await anInbox();
      await saveMailStopOrResume(store, { at: clock.now(), became: 'stopped', by: 'engineer@host' });
      put('plan.xer', plan('A', 'B', 'C'));
      await deliver('plan.xer', wednesday);
      await deliver('plan.xer', wednesday);
      expect(await served()).toBe('plan.xer');
      for (let stopped = 0; stopped < hours; stopped += step) {
        await check();
        clock.advance({ hours: step });
      }
      expect(mailer.taken).toEqual([]);
      await saveMailStopOrResume(store, { at: clock.now(), became: 'resumed', by: 'engineer@host' });
      const sent = await mails();
      expect(sent.map(({ subject, to }) => [subject, to?.map(({ address }) => address)])).toEqual([
        [expect.stringContaining('plan.xer is version 2'), ['planner@example.com']],
      ]);
      clock.advance({ hours: 4 });
      await check();
      await deliver('plan.xer', wednesday);
      expect(await mails()).toHaveLength(1);
    },
  );

  it('are reported once by the next check if their event arrives days late', async () => {
    const { deliver, put, served, check, mails, clock } = await anInbox();
    put('plan.xer', plan('A', 'B', 'C'));
    clock.advance({ hours: 24 * 5 });
    await deliver('plan.xer', wednesday);
    expect(await served()).toBe('plan.xer');
    await check();
    clock.advance({ hours: 24 });
    await deliver('plan.xer', wednesday);
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('plan.xer is version 2'),
    ]);
  });
});
