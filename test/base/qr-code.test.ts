import { describe, expect, it } from 'vitest';
import { qrPng, qrSvg } from '#base/qr-code.ts';
import { readLogo } from '#workbook/theme/logo.ts';

const link =
  'https://lookahead.example.com/?wall=issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/everyone&token=iD2S7NWd6AGVDzGrBe654Q';

describe('a QR code', () => {
  it('is a whole PNG, square, with 8 pixels a module and a light border', () => {
    const { format, width, height } = readLogo(qrPng(link), 'code.png');
    const modules = Number(/viewBox="0 0 (\d+) \1"/.exec(qrSvg(link))?.[1]);
    expect(modules).toBeGreaterThan(4 + 21 + 4);
    expect({ format, width, height }).toEqual({ format: 'png', width: 8 * modules, height: 8 * modules });
  });

  it('is a drawing without styles, which the policy of a page would block', () => {
    expect(qrSvg(link)).toMatch(/^<svg [^>]*><path d="[^"]*"\/><\/svg>$/);
    expect(qrSvg(link)).not.toMatch(/style|<script|href/);
  });

  it('is always the same, so that a workbook that is made again is the same file', () => {
    expect(Buffer.compare(qrPng(link), qrPng(link))).toBe(0);
  });

  it('has a dark part wider than 50 mm when it is printed at 60 mm, even for a short address', () => {
    const short =
      'https://x.io/?wall=issues/a/b/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/everyone&token=iD2S7NWd6AGVDzGrBe654Q';
    const modules = Number(/viewBox="0 0 (\d+)/.exec(qrSvg(short))?.[1]);
    expect((60 * (modules - 8)) / modules).toBeGreaterThan(50);
  });
});
