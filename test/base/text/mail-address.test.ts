import { describe, expect, it } from 'vitest';
import { mailtoLink, parseDomainName, parseMailAddress } from '#base/text/mail-address.ts';

const long = (letter: string, length: number) => letter.repeat(length);
/** A domain of `length` characters. */
const domainOf = (length: number) => {
  const labels = `${long('d', 60)}.${long('e', 60)}.${long('g', 60)}.`;
  return `${labels}${long('h', length - labels.length)}`;
};

describe('an e-mail address', () => {
  it.each([
    ['planner@example.com', 'planner@example.com'],
    ['a.b+c@sub.example.co.uk', 'a.b+c@sub.example.co.uk'],
    ['m&e@example.com', 'm&e@example.com'],
    ["Niamh.O'Brien@Example.COM", "Niamh.O'Brien@example.com"],
    ["!#$%&'*+-/=?^_`{|}~@example.com", "!#$%&'*+-/=?^_`{|}~@example.com"],
    ['iwan@example.xn--p1ai', 'iwan@example.xn--p1ai'],
    ['iwan@пример.рф', 'iwan@xn--e1afmkfd.xn--p1ai'],
    ['jo@例え。jp', 'jo@xn--r8jz45g.jp'],
    ['jo@ｅｘａｍｐｌｅ.com', 'jo@example.com'],
    [' cy@example.com ', 'cy@example.com'],
    ['\ufeffcy@example.com\u200b\u00a0\r\n', 'cy@example.com'],
    ['1@123.example', '1@123.example'],
    [`${long('a', 64)}@${domainOf(189)}`, `${long('a', 64)}@${domainOf(189)}`],
  ])('%j is read as %j', (text, address) => {
    expect(parseMailAddress(text)).toBe(address);
    expect(parseMailAddress(address)).toBe(address);
  });

  it.each([
    [''],
    ['@'],
    ['a@b'],
    ['ben at example'],
    ['example.com'],
    ['@example.com'],
    ['a@@example.com'],
    ['a@b@example.com'],
    ['a b@example.com'],
    ['a@exam ple.com'],
    ['a@example.com\nBcc: b@example.com'],
    ['.a@example.com'],
    ['a.@example.com'],
    ['a..b@example.com'],
    ['a@.example.com'],
    ['a@example..com'],
    ['a@example.com.'],
    ['a@-example.com'],
    ['a@example-.com'],
    ['a@exam_ple.com'],
    ['a@ex%61mple.com'],
    ['a@example.com/x'],
    ['a@example.com:25'],
    ['a@192.0.2.1'],
    ['a@0x7f.1'],
    ['a@[192.0.2.1]'],
    ['a@[IPv6:2001:db8::1]'],
    ['"a b"@example.com'],
    ['jürgen@example.com'],
    ['Cy Low <cy@example.com>'],
    ['mailto:cy@example.com'],
    ['cy@example.com;dee@example.com'],
    ['cy@example.com, dee@example.com'],
    ['cy@example.com\u0000'],
    [`${long('a', 65)}@example.com`],
    [`a@${long('d', 64)}.com`],
    [`${long('a', 64)}@${domainOf(190)}`],
  ])('is not read from %j', (text) => {
    expect(parseMailAddress(text)).toBeUndefined();
  });

  it('is linked so that no mail program links only a part of it', () => {
    const address = "m&e?cc=x%y+'/@example.com";
    const subject = 'Tower W48: Fix steel & glass, 50% + <rest>?body=x';
    const link = mailtoLink(address, subject);
    expect(link).toMatch(/^mailto:m%26e%3Fcc%3Dx%25y%2B'%2F@example\.com\?subject=Tower%20W48/);
    expect(decodeURIComponent(new URL(link).pathname)).toBe(address);
    expect([...new URL(link).searchParams]).toEqual([['subject', subject]]);
  });
});

it.each([
  ['Example.COM', 'example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['example.xn--p1ai', 'example.xn--p1ai'],
  ['com', undefined],
  ['https://example.com', undefined],
  ['a@example.com', undefined],
])('the domain %j is read as %j', (text, domain) => {
  expect(parseDomainName(text)).toBe(domain);
});
