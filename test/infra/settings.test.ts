import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from '../../infra/settings.ts';

describe('the settings of a deployment', () => {
  it('default to those of production', () => {
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

  it('take numbers as text, as the command line gives them', () => {
    expect(readSettings({ maxConcurrency: '50', linkDays: '7' })).toMatchObject({
      maxConcurrency: 50,
      linkDays: 7,
    });
  });

  it('disable the schedules of stages other than prod by default', () => {
    expect(readSettings({ stage: 'dev' }).schedules).toBe('off');
    expect(readSettings({ stage: 'dev', schedules: 'on' }).schedules).toBe('on');
    expect(readSettings({ stage: 'prod', schedules: 'off' }).schedules).toBe('off');
  });

  it.each([
    [{ stage: 'Prod-1' }, /^context stage: "Prod-1" is not valid\. Use 1 to 12 lower-case letters/],
    [
      { maxConcurrency: '1' },
      /^context maxConcurrency: "1" is not valid\. Use a whole number from 2 to 1000/,
    ],
    [
      { maxConcurrency: 1001 },
      /^context maxConcurrency: 1001 is not valid\. Use a whole number from 2 to 1000\.$/,
    ],
    [
      { maxConcurrency: 'many' },
      /^context maxConcurrency: "many" is not valid\. Use a whole number from 2 to 1000\.$/,
    ],
    [
      { workbookDays: '20' },
      /^context workbookDays: 20 is not between linkDays and keepDays\. Use a number from 30,/,
    ],
    [{ workbookDays: '900', keepDays: '800' }, /^context workbookDays: 900 is not .* to 800,/],
    [{ keepDays: '30' }, /^context keepDays: "30" is not valid\. Use a whole number from 400 to 36500\.$/],
    [
      { identity: 'none' },
      /^context identity: "none" is not valid\. Use one of: address, domain, existing\.$/,
    ],
    [
      { alarmEmail: 'me' },
      /^context alarmEmail: "me" is not valid\. Use the e-mail address that receives the alarms\.$/,
    ],
  ])('refuse %j in one line that says what to use', (context, message) => {
    expect(() => readSettings(context)).toThrow(SettingsError);
    expect(() => readSettings(context)).toThrow(message);
  });

  it('refuse a misspelt name, and ignore context that is not theirs', () => {
    expect(() => readSettings({ alarmMail: 'me@example.com', keepdays: 800, stage: 'dev' })).toThrow(
      /^context alarmMail: not a known setting\. Did you mean alarmEmail\?\ncontext keepdays: not a known setting\. Did you mean keepDays\?$/,
    );
    expect(
      readSettings({ 'cli-telemetry': false, '@aws-cdk/aws-iam:minimizePolicies': true, 'aws:cdk:stage': 1 }),
    ).toMatchObject({ stage: 'prod' });
  });

  it('name every wrong value at once', () => {
    expect(() => readSettings({ stage: '?', linkDays: 0 })).toThrow(/context stage: .*\ncontext linkDays: /);
  });
});
