/** Many foremen send answers at the same time, to a machine that stores them in a folder. */
import { expect, it } from 'vitest';
import { benchAnswers } from '../../bench/answers.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

it('50 submissions a second over 200 cuts are each stored once', async () => {
  const figures = await benchAnswers(await temporaryDirectory(), { perSecond: 50, seconds: 10, cuts: 200 });
  expect(figures).toMatchObject({ sent: 500, taken: 500, stored: 500, names: 500 });
});
