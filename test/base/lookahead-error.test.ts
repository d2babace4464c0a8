import { expect, it } from 'vitest';
import { type ErrorDetails, LookaheadError } from '#base/lookahead-error.ts';

class SampleError extends LookaheadError {
  override readonly name = 'SampleError';
}

const details: ErrorDetails = { kind: 'curable', remedy: 'Close the door.' };

it('an error says what failed and what to do', () => {
  const cause = new Error('draught');
  const error = new SampleError('The door is open', { ...details, cause });
  expect(error.message).toBe('The door is open. Close the door.');
  expect(error).toMatchObject({ kind: 'curable', remedy: 'Close the door.', cause });
});

it('an error has the given name, or that of its class', () => {
  expect(new LookaheadError('The door is open', { ...details, name: 'DoorError' }).name).toBe('DoorError');
  expect(new SampleError('The door is open', details).name).toBe('SampleError');
});

it('an error can have several problems', () => {
  const error = new SampleError('Two doors are open', {
    ...details,
    message: 'Front. Close it.\nBack. Close it.',
  });
  expect(error.message).toBe('Front. Close it.\nBack. Close it.');
});
