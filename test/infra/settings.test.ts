import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from '../../infra/settings.ts';

describe('the settings of a deployment', () => {
  it('are those of production where nothing is said', () => {
    expect(readSettings({})).toEqual({
      stage: 'prod',
      config: 'lookahead.yaml',
      maxConcurrency: 10,
      keepDays: 2557,
      workbookDays: 2557,
      trialDays: 90,
      linkDays: 30,
      identity: 'address',
      sandbox: 'off',
      schedules: 'on',
      reserveConcurrency: 'on',
    });
  });

  it('take numbers as the command line gives them, in text', () => {
    expect(readSettings({ maxConcurrency: '50', linkDays: '7' })).toMatchObject({
      maxConcurrency: 50,
      linkDays: 7,
    });
  });

  it('leave the schedules of a stage beside production off, unless told otherwise', () => {
    expect(readSettings({ stage: 'dev' }).schedules).toBe('off');
    expect(readSettings({ stage: 'dev', schedules: 'on' }).schedules).toBe('on');
    expect(readSettings({ stage: 'prod', schedules: 'off' }).schedules).toBe('off');
  });

  it.each([
    [{ stage: 'Prod-1' }, /^context stage: "Prod-1" is no stage\. Use 1 to 12 lower-case letters/],
    [
      { maxConcurrency: '1' },
      /^context maxConcurrency: "1" is less than 2\. Give a whole number from 2 to 1000/,
    ],
    [{ maxConcurrency: 1001 }, /^context maxConcurrency: 1001 is more than 1000\./],
    [{ maxConcurrency: 'many' }, /^context maxConcurrency: "many" is no number\./],
    [
      { workbookDays: '20' },
      /^context workbookDays: 20 is not from linkDays to keepDays\. Give a number from 30,/,
    ],
    [{ workbookDays: '900', keepDays: '800' }, /^context workbookDays: 900 is not .* to 800,/],
    [{ keepDays: '30' }, /^context keepDays: "30" is less than 400\./],
    [
      { identity: 'none' },
      /^context identity: "none" is not known\. Give one of: address, domain, existing\.$/,
    ],
    [{ alarmEmail: 'me' }, /^context alarmEmail: "me" is no e-mail address\./],
  ])('refuse %j in one line that says what to give', (context, message) => {
    expect(() => readSettings(context)).toThrow(SettingsError);
    expect(() => readSettings(context)).toThrow(message);
  });

  it('tell a misspelt name from a default, and leave alone what is not theirs', () => {
    expect(() => readSettings({ alarmMail: 'me@example.com', keepdays: 800, stage: 'dev' })).toThrow(
      /^context alarmMail: is not known\. Did you mean alarmEmail\?\ncontext keepdays: is not known\. Did you mean keepDays\?$/,
    );
    expect(
      readSettings({ 'cli-telemetry': false, '@aws-cdk/aws-iam:minimizePolicies': true, 'aws:cdk:stage': 1 }),
    ).toMatchObject({ stage: 'prod' });
  });

  it('name every wrong value at once', () => {
    expect(() => readSettings({ stage: '?', linkDays: 0 })).toThrow(/context stage: .*\ncontext linkDays: /);
  });
});
