import { expect, it } from 'vitest';
import { readDocuments } from '../../../infra/docs/write-docs.ts';

it.each(await readDocuments())('$path is up to date; if not, run `npm run docs`', ({ text, upToDate }) => {
  expect(text).toBe(upToDate);
});
