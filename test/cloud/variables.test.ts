import { afterEach, describe, expect, it, vi } from 'vitest';
import { readVariables } from '#cloud/read-variables.ts';
import { dispatchVariablesSchema, reportVariablesSchema } from '#cloud/variables.ts';
import { handler as deadLetter } from '#dead-letter.ts';
import { handler as dispatch } from '#dispatch.ts';
import { handler as download } from '#download.ts';
import { aGatewayEvent } from '../support/gateway-event.ts';

const report = {
  ARCHIVE_BUCKET: 'archive',
  AWS_REGION: 'eu-west-2',
  CONFIGURATION_FILE: 'lookahead.json',
  QUEUE_URL: 'https://queue.example.com/jobs',
  LINK_SECRET: 'lookahead/link',
  LINK_BASE_URL: 'https://links.example.com/',
  MAX_CONCURRENCY: '10',
  LINK_DAYS: '30',
};

const context = { awsRequestId: 'a1b2c3', getRemainingTimeInMillis: () => 300_000 };

afterEach(() => vi.unstubAllEnvs());

describe('a function’s environment', () => {
  it('has defaults for optional variables', () => {
    expect(readVariables(reportVariablesSchema, report)).toMatchObject({
      LINK_DAYS: 30,
      LAMBDA_TASK_ROOT: '.',
    });
  });

  it('is refused without the days for which a link works, which the stack sets', () => {
    expect(() => readVariables(reportVariablesSchema, { ...report, LINK_DAYS: undefined })).toThrow(
      'LINK_DAYS must be a number.',
    );
  });

  it('is refused with the names of all wrong variables, and never a value', () => {
    const wrong = { ...report, ARCHIVE_BUCKET: '', LINK_BASE_URL: 'hidden', LINK_DAYS: 'hidden' };
    expect(() => readVariables(reportVariablesSchema, wrong)).toThrow(
      'ARCHIVE_BUCKET is empty; LINK_BASE_URL must be an address (URL); LINK_DAYS must be a number.',
    );
    expect(() => readVariables(dispatchVariablesSchema, {})).toThrow(
      'ARCHIVE_BUCKET is not set; CONFIGURATION_FILE is not set; QUEUE_URL must be an address (URL).',
    );
  });

  it('is read when the function is first called, and again if it could not be used', async () => {
    for (const name of ['ARCHIVE_BUCKET', 'CONFIGURATION_FILE', 'QUEUE_URL', 'LINK_SECRET']) {
      vi.stubEnv(name, undefined);
    }
    await expect(dispatch({}, context)).rejects.toThrow('ARCHIVE_BUCKET is not set');
    await expect(download(aGatewayEvent({ rawQueryString: '' }), context)).rejects.toThrow(
      'LINK_SECRET is not set',
    );
    await expect(deadLetter({}, context)).rejects.toThrow('ARCHIVE_BUCKET is not set');
    vi.stubEnv('ARCHIVE_BUCKET', 'archive');
    vi.stubEnv('CONFIGURATION_FILE', '/nowhere/lookahead.json');
    vi.stubEnv('QUEUE_URL', report.QUEUE_URL);
    await expect(dispatch({}, context)).rejects.toThrow('no such file or directory');
  });
});
