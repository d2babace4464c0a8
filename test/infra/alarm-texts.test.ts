import { expect, it } from 'vitest';
import { alarmDescription, functionAlarmTexts, nonFunctionAlarmTexts } from '../../infra/alarm-texts.ts';
import { sourceFiles } from '../architecture/source-files.ts';

const texts = { ...functionAlarmTexts, ...nonFunctionAlarmTexts };

it.each(Object.entries(texts))('%s fits into the description of an alarm', (_, text) => {
  expect(alarmDescription(text).length).toBeLessThanOrEqual(1_024);
});

it.each(Object.entries(texts))('%s has its impact in one sentence', (_, { meaning }) => {
  expect(meaning).toMatch(/^[^.]+\.$/);
});

it('the text of the alarm near-time-limit names each file that sets the limits of a function', () => {
  const withLimits = sourceFiles('infra').filter(({ text }) => text.includes('new LookaheadFunction('));
  expect(withLimits.length).toBeGreaterThan(0);
  for (const { path } of withLimits) expect(nonFunctionAlarmTexts['near-time-limit'].remedy).toContain(path);
});
