import { expect, it } from 'vitest';
import { alarmDescription, functionAlarmTexts, otherAlarmTexts } from '../../infra/alarm-texts.ts';

const texts = { ...functionAlarmTexts, ...otherAlarmTexts };

it.each(Object.entries(texts))('%s fits into the description of an alarm', (_, text) => {
  expect(alarmDescription(text).length).toBeLessThanOrEqual(1_024);
});

it.each(Object.entries(texts))('%s says its impact in one sentence', (_, { meaning }) => {
  expect(meaning).toMatch(/^[^.]+\.$/);
});
