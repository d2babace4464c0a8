import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageTags, readMessageTags } from '#mail/transport/mailer.ts';
import { anyCharacter } from '../../support/any-character.ts';

describe('message tags', () => {
  it('leave names from the run store unchanged', () => {
    expect(
      messageTags({
        run: 'riverside__weekly__2026-11-23_2026-11-29__2026-11-20T14-00-00Z',
        message: 'everyone',
      }),
    ).toEqual([
      { Name: 'run', Value: 'riverside__weekly__2026-11-23_2026-11-29__2026-11-20T14-00-00Z' },
      { Name: 'message', Value: 'everyone' },
    ]);
  });

  it('fit the rules of SES and can be read back, for any names', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 40 });
    fc.assert(
      fc.property(text, text, (run, message) => {
        const tags = messageTags({ run, message }) ?? [];
        for (const { Value } of tags) expect(Value).toMatch(/^[A-Za-z0-9_-]{1,256}$/);
        const event = Object.fromEntries(tags.map(({ Name, Value }) => [Name, [Value]]));
        expect(readMessageTags(event)).toEqual({ run, message });
      }),
    );
  });

  it('can be read back for a name that looks encoded', () => {
    const tags = messageTags({ run: 'b64-cnVu', message: 'b64-' }) ?? [];
    const event = Object.fromEntries(tags.map(({ Name, Value }) => [Name, [Value]]));
    expect(readMessageTags(event)).toEqual({ run: 'b64-cnVu', message: 'b64-' });
  });

  it('are undefined for a name that is too long', () => {
    expect(messageTags({ run: 'x'.repeat(256), message: 'm' })).toHaveLength(2);
    expect(messageTags({ run: 'x'.repeat(257), message: 'm' })).toBeUndefined();
    expect(messageTags({ run: 'r', message: '/'.repeat(200) })).toBeUndefined();
  });

  it('of another sender’s message are ignored', () => {
    expect(readMessageTags({ 'ses:operation': ['SendRawEmail'], run: ['x'] })).toBeUndefined();
  });
});
