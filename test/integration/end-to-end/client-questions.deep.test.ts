/** The service answers over S3, and as the bundled function, exactly as it does over a folder of versions. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDirectoryStore } from '#archive/directory.ts';
import { createS3Client, openArchive } from '#archive/s3.ts';
import { startAws } from '../../support/aws/start-aws.ts';
import { clientQuestions } from '../../support/planning/client-questions/client-questions.ts';
import {
  answersTo,
  type ClientAnswer,
  checkAnswers,
  type QuestionedService,
} from '../../support/planning/client-questions/question.ts';
import {
  fillQuestionedArchive,
  openOrigin,
  questionAgent,
  questionedAt,
  questionedService,
} from '../../support/planning/client-questions/questioned-service.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { openGate } from '../faults/gate.ts';
import { openApiGateway } from '../runtime/api-gateway.ts';
import { keptStack } from '../runtime/kept-stack.ts';
import { deployFunction } from '../runtime/lambda-function.ts';
import { movingClock } from './moving-clock.ts';

const stack = await keptStack();

const closing: (() => Promise<void>)[] = [];
const whenOver = (close: () => Promise<void>) => void closing.push(close);
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

async function overAFolder() {
  const archive = createDirectoryStore(await temporaryDirectory(whenOver));
  return questionedService(archive, await fillQuestionedArchive(archive, whenOver), whenOver);
}

async function overS3() {
  const clock = movingClock(questionedAt, join(await temporaryDirectory(whenOver), 'clock'));
  const aws = await startAws({ now: clock.now });
  whenOver(() => aws.close());
  const { url: endpoint, ...gate } = await openGate(aws.url, { now: clock.now });
  whenOver(async () => gate[Symbol.asyncDispose]());
  const client = { ...aws.client, endpoint, systemClockOffset: clock.now() - Date.now() };
  const archive = openArchive('archive', { client: createS3Client(client) });
  const names = await fillQuestionedArchive(archive, whenOver);
  const bundled = stack.functions.find(({ name }) => name === 'read-api');
  if (!bundled) throw new Error('The template has no function read-api.');
  const behindAGateway = async (corsOrigins: string) => {
    const gateway = await openApiGateway((event) => deployed.invoke(event), clock.now);
    const environment = { ARCHIVE_BUCKET: 'archive', ORIGIN: gateway.url, CORS_ORIGINS: corsOrigins };
    const deployed = deployFunction({ ...bundled, environment }, () => ({
      environment: { ...aws.environment, AWS_ENDPOINT_URL: endpoint },
      clock,
    }));
    whenOver(() => deployed.retire());
    whenOver(async () => gateway[Symbol.asyncDispose]());
    return gateway.url;
  };
  const asFunction = {
    url: await behindAGateway(''),
    crossOriginUrl: await behindAGateway(openOrigin),
    names,
    agent: questionAgent(whenOver),
  };
  return { onS3: await questionedService(archive, names, whenOver), asFunction };
}

let folder: QuestionedService;
let others: Readonly<Record<'onS3' | 'asFunction', QuestionedService>>;
beforeAll(async () => {
  folder = await overAFolder();
  others = await overS3();
}, 120_000);

/** The answer without parts that differ each time. */
function comparable({ status, headers, text }: ClientAnswer, { url, crossOriginUrl }: QuestionedService) {
  const {
    date: _date,
    connection: _connection,
    'keep-alive': _keepAlive,
    'transfer-encoding': _transferEncoding,
    ...rest
  } = headers;
  const alike = (value: string) =>
    value
      .replaceAll(url, 'https://service')
      .replaceAll(crossOriginUrl, 'https://service')
      .replace(/,"commit":"[0-9a-f]{40}"/, '')
      .replace(/"pt1\.[\w.-]+","expiresIn":\d+/, '"token"');
  const known = Object.entries(rest).map(([name, value = '']) => {
    if (name === 'ratelimit' || name === 'retry-after') return [name, value.replaceAll(/\d+/g, 'n')];
    return [name, name === 'x-request-id' ? value.replace(/^[\w-]{16}$/, 'drawn') : alike(value)];
  });
  return { status, headers: Object.fromEntries(known), text: alike(text) };
}

describe.each(Object.entries(clientQuestions))('%s', (_, questions) => {
  it.each(questions)('%s', async (...question) => {
    const expected = await answersTo(question, folder);
    for (const service of [others.onS3, others.asFunction]) {
      const answers = await answersTo(question, service);
      checkAnswers(question, answers);
      expect(answers.map((each) => comparable(each, service))).toEqual(
        expected.map((each) => comparable(each, folder)),
      );
    }
  });
});
