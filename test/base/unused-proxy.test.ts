import { describe, expect, it } from 'vitest';
import { unusedProxyAdvice } from '#base/unused-proxy.ts';

const service = 'https://planning.example.com/api';
const proxy = 'http://me:secret@proxy.example.com:3128';

describe('a proxy that Node does not use', () => {
  it.each([
    ['HTTPS_PROXY', service],
    ['https_proxy', service],
    ['HTTP_PROXY', service],
    ['http_proxy', 'http://127.0.0.1:4010'],
  ])('is reported for %s at %s', (variable, url) => {
    const said = unusedProxyAdvice(url, {
      [variable]: proxy,
      NODE_USE_ENV_PROXY: 'true',
      NO_PROXY: 'localhost',
    });
    expect(said).toContain(`${variable} is set, but is used only with NODE_USE_ENV_PROXY=1`);
    expect(said).not.toContain('secret');
  });
});

describe('a proxy setting', () => {
  it.each<readonly [string, Readonly<Record<string, string>>, string]>([
    ['without a proxy', { HTTPS_PROXY: '' }, service],
    ['for a proxy of https at an http address', { HTTPS_PROXY: proxy }, 'http://planning.example.com'],
    ['if Node uses it', { HTTPS_PROXY: proxy, NODE_USE_ENV_PROXY: '1' }, service],
    ['if NODE_OPTIONS makes Node use it', { HTTPS_PROXY: proxy, NODE_OPTIONS: '--use-env-proxy' }, service],
    ...[
      '*',
      'planning.example.com',
      'a.example,.example.com',
      '*.example.com:443',
      'Planning.Example.com',
    ].map(
      (list) =>
        [`for an address in NO_PROXY=${list}`, { HTTPS_PROXY: proxy, NO_PROXY: list }, service] as const,
    ),
    ['for an address in no_proxy', { HTTPS_PROXY: proxy, no_proxy: 'example.com' }, service],
  ])('is not reported %s', (_, environment, url) => {
    expect(unusedProxyAdvice(url, environment)).toBeUndefined();
  });
});
