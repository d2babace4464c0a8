import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { dispatchIdSchema, importDispatchId, scheduledDispatchId, scheduleId } from '#runs/store/names.ts';

const dispatchId = scheduledDispatchId(
  { cron: '0 14 * * FRI', timeZone: 'Europe/London' },
  Temporal.Instant.from('2026-11-20T14:00:00Z'),
);

describe('a dispatch id', () => {
  it('for an imported version is made of its time and its project, and differs from all others', () => {
    const at = Temporal.Instant.from('2026-11-20T14:00:00Z');
    const project = { region: 'gb', projectId: 'riverside' };
    const id = importDispatchId(project, at);
    expect(id).toMatch(/^2026-11-20T14-00-00Z-[0-9a-f]{8}$/);
    expect(importDispatchId({ ...project }, at)).toBe(id);
    const others = [
      importDispatchId({ ...project, region: 'us' }, at),
      importDispatchId(project, at.add({ seconds: 1 })),
      dispatchId,
    ];
    expect(others).not.toContain(id);
  });

  it('for a schedule is made of its time and the schedule, however that is written', () => {
    expect(dispatchId).toMatch(/^2026-11-20T14-00-00Z-[0-9a-f]{8}$/);
    expect(dispatchIdSchema.parse(dispatchId)).toBe(dispatchId);
    const id = scheduleId({ cron: '0 14 * * FRI' }, 'Europe/London');
    expect(scheduleId({ cron: '00 14 * * 5', timeZone: 'Europe/London' }, 'Australia/Sydney')).toBe(id);
    expect(scheduleId({ cron: '0 14 * * FRI' }, 'Australia/Sydney')).not.toBe(id);
  });
});
