import { beforeAll, describe, expect, it } from 'vitest';
import { createDirectoryStore } from '#archive/directory.ts';
import { clientQuestions } from '../../support/planning/client-questions/client-questions.ts';
import {
  answersTo,
  checkAnswers,
  type QuestionedService,
} from '../../support/planning/client-questions/question.ts';
import {
  fillQuestionedArchive,
  questionedService,
} from '../../support/planning/client-questions/questioned-service.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const all = Object.values(clientQuestions).flat();

describe(`${all.length} questions of clients to the service over a folder of versions`, () => {
  let service: QuestionedService;
  beforeAll(async () => {
    const closing: (() => Promise<void>)[] = [];
    const whenOver = (close: () => Promise<void>) => void closing.push(close);
    const archive = createDirectoryStore(await temporaryDirectory(whenOver));
    service = await questionedService(archive, await fillQuestionedArchive(archive, whenOver), whenOver);
    return async () => {
      for (const close of closing.toReversed()) await close();
    };
  });

  it('are at least 242, with different titles', () => {
    expect(all.length).toBeGreaterThanOrEqual(242);
    expect(new Set(all.map(([title]) => title)).size).toBe(all.length);
  });

  describe.each(Object.entries(clientQuestions))('%s', (_, questions) => {
    it.each(questions)('%s', async (...question) => {
      checkAnswers(question, await answersTo(question, service));
    });
  });
});
