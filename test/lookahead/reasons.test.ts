import { describe, expect, it } from 'vitest';
import { createReasonCategories, saidAndRecordedReasonText, usualReasons } from '#lookahead/reasons.ts';

describe('a reason', () => {
  const { categoryOfText, nameOfCategory, list } = createReasonCategories(usualReasons);

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
    expect(categoryOfText(text)).toBe(category);
  });

  it.each(['Failed inspection, rework', 'Trainees', 'Überlastung', '*', ''])(
    'that fits no category stays unchanged: %s',
    (text) => {
      expect(categoryOfText(text)).toBe(text);
    },
  );

  it('that is the name of a category is counted under it', () => {
    expect(list.map(categoryOfText)).toEqual(list);
    expect(list).toEqual([...usualReasons, 'Planning', 'Other']);
    expect(nameOfCategory('predecessor')).toBe('Work before not finished');
  });
});

describe('the reasons of a project', () => {
  const { categoryOfText, nameOfCategory, list } = createReasonCategories([
    'Manpower',
    'Weather, neighbours',
    'Rework',
    'Other firm first',
  ]);

  it('are its own categories, and those needed for constraints that its own do not cover', () => {
    expect(list).toEqual([
      ...['Manpower', 'Weather, neighbours', 'Rework', 'Other firm first'],
      ...['Work before not finished', 'Access or space', 'Planning', 'Other'],
    ]);
    expect(nameOfCategory('labour')).toBe('Manpower');
  });

  it.each([
    ['Labour', 'Manpower'],
    ['MANPOWER', 'Manpower'],
    ['Outside cause: permit or weather', 'Weather, neighbours'],
    ['Failed inspection, rework', 'Rework'],
    ['Crane down', 'Plant'],
  ])('count %s under %s', (text, category) => {
    expect(categoryOfText(text)).toBe(category);
  });
});

it('the reason in an answer and the recorded reason are both shown if they differ, else the recorded words', () => {
  const access = { reason: 'Access or space', recorded: 'Awaiting access' };
  expect(saidAndRecordedReasonText({ ...access, said: 'Labour' })).toBe(
    'said: Labour · recorded: Awaiting access',
  );
  expect(saidAndRecordedReasonText({ ...access, said: '' })).toBe('Awaiting access');
  expect(saidAndRecordedReasonText({ reason: 'Labour', recorded: 'labour', said: '' })).toBe('');
  expect(saidAndRecordedReasonText({ reason: 'Labour', recorded: '', said: '' })).toBe('');
});
