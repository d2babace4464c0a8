import { describe, expect, it } from 'vitest';
import { readReasons, reasonWords, usualReasons } from '#lookahead/reasons.ts';

describe('a reason', () => {
  const { ofText, ofCategory, list } = readReasons(usualReasons);

  it.each([
    ['Awaiting access', 'Access or space'],
    ['Access to the plant room', 'Access or space'],
    ['Late delivery of materials', 'Materials'],
    ['LABOUR SHORTAGE', 'Labour'],
    ['Gangs on other jobs', 'Labour'],
    ['Design query outstanding', 'Information or design'],
    ['Late drawings', 'Information or design'],
    ['Preceding trade not complete', 'Work before not finished'],
    ['Crane down', 'Plant'],
    ['Crane winded off', 'Outside cause: permit or weather'],
    ['Permit not issued', 'Outside cause: permit or weather'],
    ['Rain stopped work', 'Outside cause: permit or weather'],
    ['plan moved', 'Planning'],
    ['materials', 'Materials'],
    ['other', 'Other'],
  ])('in the words %s is counted under %s', (text, category) => {
    expect(ofText(text)).toBe(category);
  });

  it.each(['Failed inspection, rework', 'Trainees', 'Überlastung', '*', ''])(
    'that nobody knows stays as it is: %s',
    (text) => {
      expect(ofText(text)).toBe(text);
    },
  );

  it('keeps its category if it is read again', () => {
    expect(list.map(ofText)).toEqual(list);
    expect(list).toEqual([...usualReasons, 'Planning', 'Other']);
    expect(ofCategory('predecessor')).toBe('Work before not finished');
  });
});

describe('the reasons of a project', () => {
  const { ofText, ofCategory, list } = readReasons([
    'Manpower',
    'Weather, neighbours',
    'Rework',
    'Other firm first',
  ]);

  it('are its categories, with those of constraints that they do not cover', () => {
    expect(list).toEqual([
      ...['Manpower', 'Weather, neighbours', 'Rework', 'Other firm first'],
      ...['Work before not finished', 'Access or space', 'Planning', 'Other'],
    ]);
    expect(ofCategory('labour')).toBe('Manpower');
  });

  it.each([
    ['Labour', 'Manpower'],
    ['MANPOWER', 'Manpower'],
    ['Outside cause: permit or weather', 'Weather, neighbours'],
    ['Failed inspection, rework', 'Rework'],
    ['Crane down', 'Plant'],
  ])('count %s under %s', (text, category) => {
    expect(ofText(text)).toBe(category);
  });
});

it('what is said and what is recorded are both shown if they differ, else the recorded words', () => {
  const access = { reason: 'Access or space', recorded: 'Awaiting access' };
  expect(reasonWords({ ...access, said: 'Labour' })).toBe('said: Labour · recorded: Awaiting access');
  expect(reasonWords({ ...access, said: '' })).toBe('Awaiting access');
  expect(reasonWords({ reason: 'Labour', recorded: 'labour', said: '' })).toBe('');
  expect(reasonWords({ reason: 'Labour', recorded: '', said: '' })).toBe('');
});
