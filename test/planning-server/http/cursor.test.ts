import { describe, expect, it } from 'vitest';
import { createCursorSigner } from '#planning-server/http/cursor.ts';
import { writeVersion } from '#planning-server/versions/write-version.ts';
import { aPlanningProject } from '../../support/builders/a-planning-project.ts';
import { aVersionOrigin } from '../../support/builders/a-version-origin.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { aVersionStore } from '../../support/planning/a-version-store.ts';
import { planningService } from '../../support/planning/planning-service.ts';

const tasks = '/gb/v1/projects/tower/tasks';
const signingSecret = 'signs the cursors of this test alone';
const day = 24 * 60 * 60 * 1000;

function project(ids = ['a', 'b', 'c']) {
  return aPlanningProject({ tasks: ids.map((id) => ({ id, shift: 'day' })) });
}

function service(options: Parameters<typeof planningService>[1] = {}) {
  return planningService([project()], { signingSecret, ...options });
}

async function cursorOf(path: string, from = service()): Promise<string> {
  return (await from.page(path)).paging.next?.after ?? '';
}

const refused = (code: string) => ({
  status: 422,
  body: expect.objectContaining({ errors: [expect.objectContaining({ parameter: 'after', code })] }),
});

describe('a cursor', () => {
  it('is valid in another process with the same secret', async () => {
    const after = await cursorOf(`${tasks}?limit=1`);
    expect(await service().ids(`${tasks}?limit=2&after=${after}`)).toEqual(['b', 'c']);
  });

  it('is refused if another secret signed it', async () => {
    const after = await cursorOf(`${tasks}?limit=1`, service({ signingSecret: 'x'.repeat(32) }));
    expect(await service().answer(`${tasks}?after=${after}`)).toEqual(refused('cursor_invalid'));
  });

  it.each(['', 'x', '.', '…', 'MS4xLjA.', 'MS4xLjA'])('is refused if nobody signed it: %s', async (after) => {
    expect(await service().answer(`${tasks}?after=${after}`)).toEqual(refused('cursor_invalid'));
  });

  it('is refused if one character is changed', async () => {
    const after = await cursorOf(`${tasks}?limit=1`);
    for (const at of after.split('').keys()) {
      const other = `${after.slice(0, at)}${after[at] === 'A' ? 'B' : 'A'}${after.slice(at + 1)}`;
      expect(await service().answer(`${tasks}?after=${other}`)).toEqual(refused('cursor_invalid'));
    }
  });

  it.each([
    ['a day and a half, if its half day has just begun', 0],
    ['at least a day, if its half day is about to end', day / 2 - 1],
  ])('is valid for %s, and then expires', async (_how, written) => {
    const midnight = Date.UTC(2026, 10, 23);
    const after = await cursorOf(`${tasks}?limit=1`, service({ now: () => midnight + written }));
    const at = (time: number) => service({ now: () => midnight + time }).answer(`${tasks}?after=${after}`);
    expect((await at(written + day)).status).toBe(200);
    expect((await at(1.5 * day - 1)).status).toBe(200);
    expect(await at(1.5 * day)).toEqual(refused('cursor_expired'));
  });

  it('expires when the archive no longer has its version, and never continues in another', async () => {
    const archive = createMemoryStore();
    await writeVersion(archive, project(), aVersionOrigin());
    const served = async () => service({ store: (await aVersionStore(archive)).store });
    const after = await cursorOf(`${tasks}?limit=1`, await served());
    await writeVersion(archive, project(['x']), aVersionOrigin());
    const rest = async () => (await served()).answer(`${tasks}?after=${after}`);
    expect(await rest()).toMatchObject({ status: 200, body: { results: [{ id: 'b' }, { id: 'c' }] } });
    archive.objects.delete('programmes/gb/tower/1.json');
    expect(await rest()).toEqual(refused('cursor_expired'));
  });

  it('is not signed with a secret that can be guessed', () => {
    const cursors = (length: number) => createCursorSigner({ secret: 'x'.repeat(length), now: () => 0 });
    expect(() => cursors(31)).toThrow(/at least 32 characters/);
    expect(() => cursors(32)).not.toThrow();
  });
});
