import { describe, expect, it } from 'vitest';
import { keptStack } from './kept-stack.ts';
import { isAllowed } from './roles.ts';

const { functions } = await keptStack();

function may(name: string, action: string, resource: string, context: Record<string, string> = {}): boolean {
  const { permissions = [] } = functions.find((each) => each.name === name) ?? {};
  return isAllowed(permissions, { action, resources: [resource], context });
}

describe('a role, as the test server enforces it', () => {
  const manifest = '<ArchiveBucket>/dispatches/2026-11-20T14-00-00Z-1f3a5b7c/manifest-1.json';

  it('creates objects, and never overwrites', () => {
    expect(may('dispatch', 's3:PutObject', manifest, { 's3:if-none-match': '*' })).toBe(true);
    expect(may('dispatch', 's3:PutObject', manifest)).toBe(false);
    expect(may('dead-letter', 's3:PutObject', manifest, { 's3:if-none-match': '*' })).toBe(false);
  });

  it('may list only the prefixes it reads, and needs no prefix to ask for a single object', () => {
    expect(may('dead-letter', 's3:ListBucket', '<ArchiveBucket>', { 's3:prefix': 'attempts/a/' })).toBe(true);
    expect(may('dead-letter', 's3:ListBucket', '<ArchiveBucket>', { 's3:prefix': 'test-runs/a/' })).toBe(
      false,
    );
    expect(may('dead-letter', 's3:ListBucket', '<ArchiveBucket>')).toBe(true);
  });

  it('looks up objects with known keys and the numbers of a week, and cannot find others', () => {
    const list = (context: Record<string, string>) =>
      may('download', 's3:ListBucket', '<ArchiveBucket>', context);
    const week = 'issues/a/weekly/2026-11-23_2026-11-29/';
    for (const known of [
      'numbers/',
      'run/issue.json',
      'run/A lookahead.xlsx',
      'run/pages/everyone.json.gz',
    ]) {
      expect(list({ 's3:prefix': `${week}${known}` })).toBe(true);
    }
    expect(list({})).toBe(false);
    for (const prefix of [
      '',
      'issues/',
      'issues/a/',
      week,
      `${week}run/A`,
      `${week}run/pages/`,
      'dispatches/',
    ]) {
      expect(list({ 's3:prefix': prefix })).toBe(false);
    }
  });

  it('reads only the secrets that are named for it', () => {
    const secret = (name: string) =>
      `arn:aws:secretsmanager:eu-west-2:<AWS::AccountId>:secret:${name}-AbCdEf`;
    const read = 'secretsmanager:GetSecretValue';
    expect(may('report', read, secret('lookahead/planning'))).toBe(true);
    expect(may('report', read, secret('lookahead/planning-old'))).toBe(false);
    expect(may('dead-letter', read, secret('lookahead/planning'))).toBe(false);
    expect(may('download', read, '<SecretsLinkSecret>')).toBe(true);
  });

  it('sends only from the configured address', () => {
    const identity = 'arn:aws:ses:eu-west-2:<AWS::AccountId>:identity/lookahead@example.com';
    const from = (address: string) => ({ 'ses:FromAddress': address });
    expect(may('report', 'ses:SendRawEmail', identity, from('lookahead@example.com'))).toBe(true);
    expect(may('report', 'ses:SendRawEmail', identity, from('director@example.com'))).toBe(false);
  });
});
