/** The likely code page of a text with one byte for each character. */
import type { Programme } from '../programme.ts';

/**
 * What words beyond a to z of the languages of each code page consist of: `usual:others|parts`, letters but for the parts.
 * A text of the language has some of the usual ones. Of pages that fit equally the first counts.
 */
const languagesOf: Readonly<Record<string, string>> = {
  'windows-1252':
    'äöü:ß é:àâæçêîïôùü|û(?=[trl]|$)|œ(?=u|il)|(?<=[aeiou])ë|è(?=[a-z]{1,2}e|[st]$) áéíóú:ñü ó:àçéíïòúü|è(?=[^aeiou]{2}|r) çáéíóú:àâêôü|õe|ã(?=[oes]|$) :|[àèéìòù]$ é:êïöü|(?<=[aeiou])ë|è(?=[a-z]{1,2}e) æåéü|ø(?![aeiou]|$)|(?<=[jks])ø åäöéü áíóú:éðýþæöå äöü|(?<=^[a-z]{0,2})õ ë:ç',
  'windows-1255': 'א-ת',
  'windows-1253': 'α-ωάέήίόύώϊϋΐΰ',
  'windows-1256': 'ء-ْپچژگکھہےٹڈڑں',
  'windows-1251': 'а-яё а-яіїєґ а-яёіў а-шђјљњћџ а-шѓѕјљњќџ',
  'windows-1250': 'ąćęłńóśźż áčďéěíňóřšťúůýž áäčďéíĺľňóôŕšťúýž áéíóöőúüű ăâîşţ čćđšž äöüß',
  'windows-1257': 'ąčęėįšųūž āčēģīķļņšūž äõöüšž',
  'windows-1254': 'çğıİöşüâî',
  'windows-1258': 'àáâãèéêìíòóôõùúýăđĩũơưạ-ỹ',
};

const maxWords = 1_000;
/** Signs between words, which all the pages have: `°`, quotation marks, dashes and others. */
const between = new Set(Buffer.from('8284858687898b91929394959697999ba0a6a7a9abacadaeb0b1b5b6b7bb', 'hex'));
/** Signs that no language has in a word: `Wykona³o`, `£awa`. */
const sign = '[¡-£¥¨ª¯²³¸-º¼-¿×÷ˆˇ˘˙˛˜˝\\u200e\\u200f\\u0080-\\u009f\\ufffd]';
const letter = '[[\\p{L}\\p{M}]--[ªºµ]]';
const signAtLetter = new RegExp(`${letter}${sign}|${sign}${letter}`, 'v');
const words = new RegExp(`${letter}+`, 'gv');
/** What people do write with such signs: `m³`, `Nº`, `Beton¹`, `½brick`. */
const usualSign = new RegExp(`^(?:[a-z]{1,3}${sign}|[a-z]+[¹²³])$|^[a-z]?m[²³]|^[¼½¾]`, 'iv');
/** A capital after a small letter, final letters before the end, a long Greek word without an accent. */
const impossible = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|[ςךםןףץ]\p{L}|^[Α-Ω][α-ω]{3,}$|^[α-ω]{5,}$/u;
/** Enough for a code page as the only word. */
const clear = new RegExp(`${letter}${sign}${letter}|[À-ÿ]{3}`, 'v');

/**
 * The code page that explains clearly more of the words with bytes beyond ASCII than Windows-1252 does.
 * @returns undefined where none does, or where it leaves more than a few unexplained
 */
export function likelyCodePage(bytes: Uint8Array): Programme['likelyEncoding'] {
  const sample = Buffer.from(sampleOf(bytes).join('\n'), 'latin1');
  const western = readAs('windows-1252', sample);
  const counted = [...western.texts.keys()].filter((at) => western.found[at]?.length !== 0);
  let best: Programme['likelyEncoding'];
  let most = Math.max(0, counted.length / 20 - 1);
  if (counted.every((at) => western.explained.has(at))) return undefined;
  for (const label of Object.keys(languagesOf)) {
    const { texts, explained } = readAs(label, sample);
    const gained = counted.filter((at) => explained.has(at) && !western.explained.has(at));
    const other = gained.filter((at) => texts[at] !== western.texts[at]);
    const more = gained.length - western.explained.difference(explained).size;
    const [before = '', after] = other.slice(0, 1).flatMap((at) => [western.texts[at], texts[at]]);
    const count = counted.filter((at) => explained.has(at)).length;
    // One word is enough where it is clear, or where it is the only one of several that Windows-1252 does not explain.
    const isSafe = gained.length > 1 || clear.test(before) || (count === counted.length && count > 4);
    if (other.length === 0 || !isSafe || more <= most || count < counted.length * 0.8) continue;
    most = more;
    best = { label, example: `"${before.replaceAll(/\p{Cc}/gu, '\ufffd')}" is then "${after}"` };
  }
  return best;
}

/** The words of a sample, and the places of those that the languages of a page explain. */
function readAs(label: string, sample: Uint8Array) {
  const texts = new TextDecoder(label).decode(sample).split('\n');
  const found = texts.map(wordsIn);
  const languages = (languagesOf[label] ?? '').split(' ').flatMap((language) => {
    const [, usual = '', others = '', parts = ''] = /^(?:(.*):)?([^|]*)(.*)$/.exec(language) ?? [];
    const latin = /\p{sc=Latin}/u.test(language) ? 'a-z' : '';
    const word = new RegExp(`^(?:[${latin}${usual}${others}]${parts})+$`, 'iu');
    const fits = [...found.keys()].filter(
      (at) => found[at]?.length && found[at].every((text) => word.test(text)),
    );
    const isUsual = new RegExp(`[${usual || '^'}]`, 'iu');
    const usualFits = fits.filter((at) => isUsual.test(texts[at] ?? ''));
    return fits.length > 4 && usualFits.length * 20 < fits.length ? [] : [new Set(fits)];
  });
  let explained: ReadonlySet<number> = new Set();
  // A programme of the west may be in several languages, one of another page in one, with German names.
  for (const choice of label === 'windows-1252'
    ? [languages, languages, languages, languages]
    : [languages, languages.slice(-1)]) {
    const sums = choice.map((fits) => explained.union(fits));
    explained = sums.reduce((best, sum) => (sum.size > best.size ? sum : best), explained);
  }
  return { texts, found, explained };
}

/** The words beyond ASCII of a text; undefined where no language has such a text. */
function wordsIn(text: string): readonly string[] | undefined {
  const bare = text.normalize().replace(usualSign, '');
  const found = (bare.match(words) ?? []).filter((word) => /[^a-z]/i.test(word) && !/^ø$/i.test(word));
  const isWrong = signAtLetter.test(bare) || found.some((word) => impossible.test(word.replaceAll('ß', '')));
  return isWrong ? undefined : found;
}

function sampleOf(bytes: Uint8Array): readonly string[] {
  const found = new Set<string>();
  const isOfWord = (byte = 0) =>
    byte < 0x80 ? /[a-z]/i.test(String.fromCharCode(byte)) : !between.has(byte);
  for (let end = 0; end < bytes.length && found.size < maxWords; end++) {
    let from = end;
    if ((bytes[end] ?? 0) < 0x80 || !isOfWord(bytes[end])) continue;
    while (isOfWord(bytes[from - 1])) from -= 1;
    while (isOfWord(bytes[end + 1])) end += 1;
    // A longer run is not a word.
    if (end - from < 60) found.add(Buffer.from(bytes.subarray(from, end + 1)).toString('latin1'));
  }
  return [...found];
}
