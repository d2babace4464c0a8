import { describe, expect, it } from 'vitest';
import { mapProgramme } from '#programme/mapping/map-programme.ts';
import { parseMapping } from '#programme/mapping/mapping.ts';
import { inspectProgramme } from '#programme/mapping/propose/inspect-programme.ts';
import { proposedMappingText } from '#programme/mapping/propose/propose-mapping.ts';
import { readCsv } from '#programme/readers/table/read-csv.ts';

const project = { region: 'gb', projectId: 'yard' } as const;

async function map(headings: string, row: string, mapping: string, dataDate?: string) {
  const rules = parseMapping(`id: { column: ID }\n${mapping}`, 'map.yaml');
  return mapProgramme(await readCsv(Buffer.from(`${headings}\n${row}\n`)), rules, project, dataDate);
}

const threeWeeks = [23, 24, 25, 26, 27, 30, 31, 32, 33, 34, 37, 38, 39, 40, 41].map((day) =>
  new Date(Date.UTC(2026, 10, day)).toISOString().slice(0, 10),
);

describe('the rest of a started task of a table', () => {
  const columns = `
dates: { start: Start, finish: Finish, actualStart: Actual Start, remainingStart: Remaining Start }
workingDays: [mon, tue, wed, thu, fri]
duration: { column: Duration }
remainingDuration: { column: Remaining Duration }
percentComplete: { column: "%" }
`;
  const started = async (
    { rest = '', duration = '10d', remaining = '', percent = '50' },
    dataDate?: string,
  ) => {
    const { data, report } = await map(
      'ID,Start,Finish,Actual Start,Remaining Start,Duration,Remaining Duration,%',
      `A,2026-11-09,2026-12-18,2026-11-09,${rest},${duration},${remaining},${percent}`,
      columns,
      dataDate,
    );
    return { ...data.collections.tasks[0], problems: report.problems.map(({ text }) => text) };
  };

  it('has no work from the data date to the remaining start', async () => {
    expect(await started({ rest: '2026-12-14' }, '2026-11-20')).toMatchObject({
      start: '2026-11-09',
      finish: '2026-12-18',
      daysWithoutWork: threeWeeks,
      duration: 10,
    });
  });

  it('begins so that its remaining duration ends at the finish, so its first day may be partly worked', async () => {
    expect(await started({ remaining: '5d' }, '2026-11-20')).toMatchObject({ daysWithoutWork: threeWeeks });
    expect(await started({ remaining: '4.5 d' }, '2026-11-20')).toMatchObject({
      daysWithoutWork: threeWeeks,
    });
    expect(await started({ remaining: '20d' }, '2026-11-20')).toMatchObject({ daysWithoutWork: undefined });
  });

  it('is preceded, if there is no data date, by a pause that begins where the work done ends', async () => {
    expect(await started({ remaining: '5d' })).toMatchObject({
      daysWithoutWork: ['16', '17', '18', '19', '20'].map((day) => `2026-11-${day}`).concat(threeWeeks),
    });
    const unknown = await started({ rest: '2026-12-14' });
    expect(unknown).toMatchObject({ daysWithoutWork: undefined });
    expect(unknown.problems).toContain(
      'Activity A: its remaining start or duration needs a data date: give it by dataDate in the mapping, or --data-date.',
    );
  });

  it('exists only if the task has begun and is not complete', async () => {
    expect(await started({ rest: '2026-12-14', percent: '100' }, '2026-11-20')).toMatchObject({
      status: 'complete',
      daysWithoutWork: undefined,
    });
  });

  it('is reported if it cannot be read', async () => {
    expect((await started({ remaining: 'soon' }, '2026-11-20')).problems).toContain(
      'Activity A: remaining duration (column Remaining Duration) "soon" is not a remaining duration in working time, and is left out.',
    );
  });
});

it('the proposed mapping uses the columns of remaining work', async () => {
  const text = `Activity ID,Activity Name,Start,Finish,Actual Start,Remaining Early Start,Original Duration,Remaining Duration,Data Date
A,Dig,2026-11-09,2026-12-18,2026-11-09,2026-12-14,10,5,2026-11-20
B,Pour,2026-12-14,2026-12-18,,2026-12-14,5,5,2026-11-20
`;
  const programme = await readCsv(Buffer.from(text));
  const proposal = proposedMappingText(inspectProgramme(programme), 'plan.csv');
  expect(proposal).toContain('remainingStart: Remaining Early Start');
  expect(proposal).toContain('remainingDuration: { column: Remaining Duration }');
  const { data } = mapProgramme(programme, parseMapping(proposal, 'map.yaml'), project);
  expect(data.collections.tasks).toMatchObject([
    { id: 'A', status: 'started', daysWithoutWork: threeWeeks },
    { id: 'B', status: 'planned', daysWithoutWork: undefined },
  ]);
});

describe('a finish at 00:00 of a table with times', () => {
  const finishOf = async (row: string, mapping = '') => {
    const { data } = await map(
      'ID,Start,Finish,Days,Actual Finish',
      `${row}\nB,2026-11-23 08:00,2026-11-23 17:00,1,`,
      `dates: { start: Start, finish: Finish, actualFinish: Actual Finish }
duration: { column: Days }
workingDays: [mon, tue, wed, thu, fri]
${mapping}`,
    );
    return data.collections.tasks[0]?.['finish'];
  };

  it('belongs to its own day, unless the duration fits only if that day is excluded', async () => {
    expect(await finishOf('A,2026-11-23 08:00,2026-11-27 00:00,5,')).toBe('2026-11-27');
    expect(await finishOf('A,2026-11-23 08:00,2026-11-28 00:00,5,')).toBe('2026-11-27');
    expect(await finishOf('A,2026-11-23 08:00,2026-11-27 00:00,,')).toBe('2026-11-27');
    // The days before are a weekend.
    expect(await finishOf('A,2026-11-16 08:00,2026-11-23 00:00,5,')).toBe('2026-11-20');
    expect(await finishOf('A,2026-11-16 08:00,2026-11-23 00:00,6,')).toBe('2026-11-23');
  });

  it('belongs to its own day if it is an actual finish, whatever the duration was', async () => {
    expect(await finishOf('A,2026-11-09 08:00,2026-11-13 17:00,5,2026-11-17 00:00')).toBe('2026-11-17');
  });

  it('is the end of the day before on a shift that works up to 24:00', async () => {
    const late = 'shift: [{ default: afternoon }]';
    expect(await finishOf('A,2026-11-24 16:00,2026-11-25 00:00,,', late)).toBe('2026-11-24');
  });
});
