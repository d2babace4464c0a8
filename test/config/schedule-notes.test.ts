import { describe, expect, it } from 'vitest';
import { configurationSchema } from '#config/configuration.ts';
import { scheduleNotes } from '#config/schedule-notes.ts';
import { readYaml } from '#config/yaml-source.ts';
import { aConfigurationText, riverside, weekly } from '../support/builders/a-configuration.ts';

describe('the note on one lost run of many at a change of the clocks', () => {
  const notesOf = (when: string) => {
    const projects = [riverside, { ...riverside, key: 'harbour', timeZone: 'Australia/Lord_Howe' }];
    const text = aConfigurationText({ projects, reports: [{ ...weekly, when }] });
    return scheduleNotes(configurationSchema.parse(readYaml(text).value));
  };
  const note = (zone: string, from: string, to: string) =>
    `weekly: once a year the clocks of ${zone} go forward from ${from} to ${to}, and what is due between is left out that day; when they go back, the hour that comes twice counts once.`;

  it('has the lost hour, in each time zone of its projects', () => {
    expect(notesOf("{ cron: '15 * * * *' }")).toEqual([
      note('Europe/London', '01:00', '02:00'),
      note('Australia/Lord_Howe', '02:00', '02:30'),
    ]);
    expect(notesOf("{ cron: '15 * * * *', timeZone: Europe/Berlin }")).toEqual([
      note('Europe/Berlin', '02:00', '03:00'),
    ]);
  });

  it('is not made if no clock skips the times', () => {
    expect(notesOf("{ cron: '0 14 * * FRI' }")).toEqual([]);
    expect(notesOf("{ cron: '15 * * * *', timeZone: UTC }")).toEqual([]);
  });
});

describe('the note on months without a run', () => {
  const notesOf = (cron: string) => {
    const when = `{ cron: '${cron}', timeZone: UTC }`;
    const text = aConfigurationText({ reports: [{ ...weekly, when }] });
    return scheduleNotes(configurationSchema.parse(readYaml(text).value));
  };
  const last = 'L is the last day of each month.';

  it.each([
    [
      '0 9 31 * *',
      'there is no 31st in February, April, June, September and November, so nothing is due in February, April, June, September and November.',
    ],
    ['0 9 30 * *', 'there is no 30th in February, so nothing is due in February.'],
    ['0 9 29 * *', 'February has a 29th only in leap years, so nothing is due in February of other years.'],
    ['0 9 29 2 *', 'February has a 29th only in leap years, so nothing is due in February of other years.'],
    ['0 9 28,29 2 *', 'February has a 29th only in leap years.'],
    [
      '0 9 29-31 * *',
      'February has a 29th only in leap years, there is no 30th in February and there is no 31st in February, April, June, September and November, so nothing is due in February of other years.',
    ],
    [
      '0 9 30,31 * *',
      'there is no 30th in February and there is no 31st in February, April, June, September and November, so nothing is due in February.',
    ],
    ['0 9 15,31 * *', 'there is no 31st in February, April, June, September and November.'],
    ['0 9 31 APR,MAY *', 'there is no 31st in April, so nothing is due in April.'],
  ])('names these months, and L as the last day: %s', (cron, note) => {
    expect(notesOf(cron)).toEqual([`weekly: ${note} ${last}`]);
  });

  it.each([
    [
      '0 9 * * FRI#5',
      'FRI#5 is due only in months with five Fridays. FRI#L is the last Friday of each month.',
    ],
    [
      '0 9 * 3-6 0#5',
      'SUN#5 is due only in months with five Sundays. SUN#L is the last Sunday of each month.',
    ],
  ])('names the weekday: %s', (cron, note) => {
    expect(notesOf(cron)).toEqual([`weekly: ${note}`]);
  });

  it.each([
    '0 9 L * *',
    '0 9 31,L * *',
    '0 9 31 1,3,5,7,8,10,12 *',
    '0 9 30 4-6 *',
    '0 9 1-31 * *',
    '0 9 28 * *',
    '0 9 * * FRI',
    '0 9 * * FRI#4',
    '0 9 * * FRI#L',
    '0 9 * * FRI#5,FRI#L',
  ])('is not made if each month of the schedule has a run: %s', (cron) => {
    expect(notesOf(cron)).toEqual([]);
  });
});
