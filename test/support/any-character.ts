import fc from 'fast-check';

const surrogates = { first: 0xd800, count: 0x800 };

/** Any code point except half of a surrogate pair, like `unit: 'binary'`, which takes two seconds to construct. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - surrogates.count })
  .map((number) => String.fromCodePoint(number < surrogates.first ? number : number + surrogates.count));
