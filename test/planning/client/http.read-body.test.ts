import { describe, expect, it } from 'vitest';
import { readBody } from '#planning/client/http.ts';

const json = '{"results":[]}';
const halves = [json.slice(0, 5), json.slice(5)];

/** A response whose body comes in these chunks, and breaks off with the error, if there is one. */
function aResponse(chunks: readonly string[], failure?: Error): Response {
  const encoder = new TextEncoder();
  const left = [...chunks];
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const chunk = left.shift();
      if (chunk !== undefined) controller.enqueue(encoder.encode(chunk));
      else if (failure) controller.error(failure);
      else controller.close();
    },
  });
  return new Response(body);
}

describe('the bytes left for further answers', () => {
  const kept = json.length;
  it.each([
    ['are fewer by a body of JSON', halves, { kind: 'json' }, kept],
    ['are as many as before after HTML', ['<html>', '</html>'], { kind: 'page' }, 0],
    ['are as many as before after half a body', halves.slice(0, 1), { kind: 'half' }, 0],
    ['are as many as before after a body that is too large', [json, json], { kind: 'too-large' }, 0],
  ])('%s', async (_, chunks, body, taken) => {
    const allowance = { left: 100 };
    expect(await readBody(aResponse(chunks), { maxBytes: 20, allowance })).toMatchObject(body);
    expect(allowance.left).toBe(100 - taken);
  });

  it('are as many as before if the connection breaks', async () => {
    const allowance = { left: 100 };
    const broken = aResponse(halves.slice(0, 1), new Error('reset'));
    await expect(readBody(broken, { maxBytes: 20, allowance })).rejects.toThrow('reset');
    expect(allowance.left).toBe(100);
  });

  it('can be used up completely, but not exceeded', async () => {
    const allowance = { left: json.length };
    const limits = { maxBytes: 20, allowance };
    expect((await readBody(aResponse(halves), limits)).kind).toBe('json');
    expect(allowance.left).toBe(0);
    expect(await readBody(aResponse(halves), limits)).toMatchObject({ kind: 'too-many' });
    expect(allowance.left).toBe(0);
  });

  it('are not the only limit: a single body has its own, exact to the byte', async () => {
    const read = (maxBytes: number) => readBody(aResponse(halves), { maxBytes });
    expect(await read(json.length)).toMatchObject({ kind: 'json' });
    expect(await read(json.length - 1)).toMatchObject({ kind: 'too-large' });
  });
});
