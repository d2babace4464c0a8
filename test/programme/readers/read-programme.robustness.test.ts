import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { randomStream } from '#planning-server/sample/random.ts';
import { ProgrammeError } from '#programme/programme.ts';
import { readProgrammeFile } from '#programme/readers/read-programme.ts';
import { deep } from '../../support/deep-checks.ts';
import { aSampleProgramme, programmeFile, programmeFormats } from '../../support/programmes/sample-files.ts';

const xmlStart =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Project xmlns="http://schemas.microsoft.com/project">\n';
const task = '<Task><UID>1</UID><Name>Pour slab</Name></Task>\n';

async function refusalOf(bytes: Uint8Array): Promise<string> {
  const read = await readProgrammeFile('plan', bytes).catch((error: unknown) => error);
  if (read instanceof ProgrammeError) return read.message.replace('plan: ', '');
  throw new Error('It was read.', { cause: read });
}

describe('hostile XML is refused with its line', () => {
  it.each([
    ['entities that grow', '<!DOCTYPE p [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>', 2],
    ['an entity that names a file', '<!DOCTYPE p [<!ENTITY f SYSTEM "file:///etc/passwd">]>', 2],
    ['a document type elsewhere', '<!DOCTYPE p SYSTEM "http://example.com/p.dtd">', 2],
  ])('%s', async (_, declaration, line) => {
    const bytes = Buffer.from(xmlStart.replace('\n<', `\n${declaration}<`));
    expect(await refusalOf(bytes)).toMatch(new RegExp(`^line ${line}: the XML declares a document type`));
  });

  it('an undeclared entity', async () => {
    const bytes = Buffer.from(`${xmlStart}<Tasks>\n<Task><Name>&nbsp;</Name></Task></Tasks></Project>`);
    expect(await refusalOf(bytes)).toMatch(/^line 4: the XML is not well-formed \(undefined entity/);
  });

  it('endless levels', async () => {
    const bytes = Buffer.from(`${xmlStart}<Tasks>\n${'<Task>'.repeat(10_000)}`);
    expect(await refusalOf(bytes)).toMatch(/^line 4: <Task> is nested more than 64 levels deep/);
  });

  it.each([
    ['text', 'x', ''],
    ['comment', 'x', '<!--'],
    ['tag', 'a="1" ', '<Task '],
  ])('an endless %s', async (_, unit, before) => {
    const bytes = Buffer.from(
      `${xmlStart}<Tasks><Task><Name>${before}${unit.repeat(4_100_000 / unit.length)}`,
    );
    expect(await refusalOf(bytes)).toMatch(
      /^line 3: a text, comment or tag of the XML has more than 4,000,000 characters/,
    );
  });

  it.runIf(deep)('more records than any programme has', async () => {
    const bytes = Buffer.from(`${xmlStart}<Tasks>${'<Task/>'.repeat(700_001)}</Tasks></Project>`);
    expect(await refusalOf(bytes)).toMatch(
      /^line 3: the XML has more than 700,000 tasks, links and other records/,
    );
  });

  it.runIf(deep)('more forbidden characters than a damaged file has', async () => {
    const bytes = Buffer.from(`${xmlStart}<Tasks><Task><Name>${'\u0001'.repeat(100_001)}`);
    expect(await refusalOf(bytes)).toMatch(/^line 3: the XML has more than 100,000 characters that XML does/);
  });

  it('text that is declared as UTF-8, but is not', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${xmlStart}<Tasks>\n<Task><Name>Fa`),
      Buffer.from([0xe7, 0x61, 0x64]),
    ]);
    expect(await refusalOf(bytes)).toBe(
      'line 4: there are bytes that are not utf-8 text. Save the file again as UTF-8.',
    );
  });

  it('an unknown encoding', async () => {
    const bytes = Buffer.from(xmlStart.replace('UTF-8', 'EBCDIC-9'));
    expect(await refusalOf(bytes)).toMatch(
      /^line 1: the XML declares the encoding ebcdic-9, which is not known/,
    );
  });

  it('but a few characters that XML forbids are left out, and counted', async () => {
    const bytes = Buffer.from(
      `${xmlStart}<Tasks>\n${task.replace('slab', 'sl\u000bab&#x1F;')}</Tasks></Project>`,
    );
    const { activities, problems } = await readProgrammeFile('plan', bytes);
    expect(activities[0]?.name).toBe('Pour slab');
    expect(problems).toContainEqual({
      line: 4,
      kind: 'changed',
      text: 'From here on, 2 forbidden characters are left out.',
    });
  });
});

describe('a hostile XER is refused with its line', () => {
  const head = 'ERMHDR\t19.12\n%T\tTASK\n%F\ttask_id\ttask_code\tclndr_id\n%R\t1\tA\t1';

  it('with endless lines after a row', async () => {
    expect(await refusalOf(Buffer.from(`${head}${'\n'.repeat(200_000)}%E\n`))).toMatch(
      /^line 4: the row is followed by more than 100,000 lines without a mark such as %R/,
    );
  });

  it('with one enormous line', async () => {
    expect(await refusalOf(Buffer.from(`${head}${'x'.repeat(4_100_000)}\n%E\n`))).toMatch(
      /^line 4: the line has more than 4,000,000 characters/,
    );
  });
});

it.each(['x', '(', ')', '(0||a('])(
  'an XER whose calendar has millions of %j is read quickly',
  async (sign) => {
    const data = sign.repeat(3_000_000 / sign.length);
    const text = `ERMHDR\t19.12\n%T\tPROJECT\n%F\tproj_id\n%R\t1\n%T\tCALENDAR\n%F\tclndr_id\tclndr_data\n%R\t1\t${data}\n%T\tTASK\n%F\ttask_id\ttask_code\tclndr_id\n%R\t1\tA\t1\n%E\n`;
    const { calendars } = await readProgrammeFile('plan.xer', Buffer.from(text));
    expect(calendars).toMatchObject([{ workingDays: [1, 2, 3, 4, 5] }]);
  },
);

const programme = aSampleProgramme(deep ? 60 : 25);

describe.each(programmeFormats)('a file of %s', (format) => {
  it('that is truncated anywhere is refused in one line, or has fewer rows', async () => {
    const bytes = await programmeFile(programme, format);
    const whole = (await readProgrammeFile('plan', bytes)).activities.length;
    expect(whole).toBe(programme.activities.length);
    for (let part = 1; part < 40; part += deep ? 1 : 8) {
      const start = bytes.subarray(0, Math.floor((bytes.length * part) / 40));
      const read = await readProgrammeFile('plan', start).catch((error: unknown) => error);
      // Tables have no mark at their end; all other formats have one.
      if (format === 'csv' && !(read instanceof Error)) {
        expect(read).toMatchObject({ format });
        continue;
      }
      expect(read).toBeInstanceOf(ProgrammeError);
      expect(String(read)).not.toContain('\n');
    }
  });

  it('that is damaged at random is read or refused, and never breaks or hangs the reader', async () => {
    const good = await programmeFile(programme, format);
    const random = randomStream(7, `damaged ${format}`);
    for (let attempt = 0; attempt < (deep ? 500 : 5); attempt++) {
      const bytes = damaged(good, random);
      const before = process.cpuUsage();
      const read = await readProgrammeFile('plan', bytes).catch((error: unknown) => error);
      if (read instanceof Error) expect(read, `attempt ${attempt}`).toBeInstanceOf(ProgrammeError);
      const { user } = process.cpuUsage(before);
      expect(user, `microseconds of the processor for attempt ${attempt}`).toBeLessThan(10_000_000);
    }
  });
});

/** Makes one to four changes: bytes are replaced, left out, repeated or inserted. */
function damaged(good: Uint8Array, random: ReturnType<typeof randomStream>): Uint8Array {
  let bytes = Buffer.from(good);
  for (let changes = random.int(1, 4); changes > 0; changes--) {
    const at = random.int(0, bytes.length - 1);
    const length = random.chance(0.7) ? random.int(1, 8) : random.int(1, 2_000);
    const rest = bytes.subarray(at + length);
    const noise = Buffer.from(Array.from({ length }, () => random.int(0, 255)));
    const marks = Buffer.from(
      random.pick(['<', '>', '"', '\t', '%R', '\n', ',', '&', ']]>', '<!--', '\0', '%E']),
    );
    bytes = random.pick([
      () => Buffer.concat([bytes.subarray(0, at), noise, rest]),
      () => Buffer.concat([bytes.subarray(0, at), rest]),
      () => Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]),
      () => Buffer.concat([bytes.subarray(0, at), marks, bytes.subarray(at)]),
    ])();
  }
  return bytes;
}
