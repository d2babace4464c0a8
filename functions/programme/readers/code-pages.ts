/** The likely code page of a text with one byte for each character. */
import type { Programme } from '../programme.ts';

/**
 * What words beyond a to z of the languages of each code page consist of: `usual:others|parts`, letters but for the parts.
 * A text of the language has some of the usual ones. Of pages that fit equally the first counts.
 */
const languagesOf: Readonly<Record<string, string>> = {
  'windows-1252':
    'äöü:ß é:àâæçêîïôùûü|œ(?=u|il)|(?<=[aeiou])ë|è(?=[a-z]{1,2}e|[st]$) áéíóú:ñü ó:àçéíïòúü|è(?=[^aeiou]{2}|r) çáéíóú:àâêôü|õe|ã(?=[oes]|$) :|[àèéìòù]$ é:êïöü|(?<=[aeiou])ë|è(?=[a-z]{1,2}e) æåéü|ø(?!$)|(?<=[jks])ø åäöéü áíóú:éðýþæöå äöü:šž|õ(?!$) ë:ç',
  'windows-1255': 'א-ת',
  'windows-1256': 'ء-ْپچژگکھہےٹڈڑں',
  'windows-1253': 'α-ωάέήίόύώϊϋΐΰ',
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
const sign = '[¡-£¥¨ª¯²³¸-º¼-¿ˆˇ˘˙˛˜˝\\u200e\\u200f\\u0080-\\u009f\\ufffd]';
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
  const misread = counted.filter((at) => !western.explained[at]);
  let best: Programme['likelyEncoding'];
  let most = Math.max(0, counted.length / 20 - 1);
  for (const label of misread.length === 0 ? [] : Object.keys(languagesOf)) {
    const { texts, explained } = readAs(label, sample);
    const gained = misread.filter((at) => explained[at] && texts[at] !== western.texts[at]);
    const lost = counted.filter((at) => western.explained[at] && !explained[at]).length;
    const unexplained = counted.filter((at) => !explained[at]).length;
    const [before = '', after] = gained.slice(0, 1).flatMap((at) => [western.texts[at], texts[at]]);
    if (gained.length - lost <= most || unexplained > counted.length / 5) continue;
    if (gained.length === 1 && !clear.test(before)) continue;
    most = gained.length - lost;
    best = { label, example: `"${before.replaceAll(/\p{Cc}/gu, '\ufffd')}" is then "${after}"` };
  }
  return best;
}

/** The words of a sample, and which of them the languages of a page explain. */
function readAs(label: string, sample: Uint8Array) {
  const texts = new TextDecoder(label).decode(sample).split('\n');
  const found = texts.map(wordsIn);
  const languages = (languagesOf[label] ?? '').split(' ').flatMap((language) => {
    const [, usual = '', others = '', parts = ''] = /^(?:(.*):)?([^|]*)(.*)$/.exec(language) ?? [];
    const latin = /\p{sc=Latin}/u.test(language) ? 'a-z' : '';
    const pattern = new RegExp(`^(?:[${latin}${usual}${others}]${parts})+$`, 'iu');
    const fits = found.map((list = []) => list.length > 0 && list.every((word) => pattern.test(word)));
    const count = fits.filter(Boolean).length;
    const own = new RegExp(`[${usual}]`, 'iu');
    const usualCount = texts.filter((text, at) => fits[at] && own.test(text)).length;
    return usual === '' || count < 3 || usualCount * 20 >= count ? [fits] : [];
  });
  // Programmes of the west may be in three languages; those of another page in one, with German names.
  const rounds =
    label === 'windows-1252' ? [languages, languages, languages] : [languages, languages.slice(-1)];
  const explained = rounds.reduce(
    withMost,
    texts.map(() => false),
  );
  return { texts, found, explained };
}

type Flags = readonly boolean[];

/** The words explained already or by the one language that explains most of the others. */
function withMost(before: Flags, languages: readonly Flags[]): Flags {
  const sums = languages.map((fits) => before.map((known, at) => known || fits[at] === true));
  const size = (flags: Flags) => flags.filter(Boolean).length;
  return sums.reduce((best, sum) => (size(sum) > size(best) ? sum : best), before);
}

/** The words beyond ASCII of a text; undefined where no language has such a text. */
function wordsIn(text: string): readonly string[] | undefined {
  const bare = text.normalize().replace(usualSign, '');
  if (signAtLetter.test(bare)) return undefined;
  const found = (bare.match(words) ?? []).filter((word) => /[^a-z]/i.test(word) && !/^ø$/i.test(word));
  return found.some((word) => impossible.test(word.replaceAll('ß', ''))) ? undefined : found;
}

function sampleOf(bytes: Uint8Array): readonly string[] {
  const found = new Set<string>();
  const isOfWord = (byte = 0) =>
    /[a-z]/i.test(String.fromCharCode(byte)) || (byte >= 0x80 && !between.has(byte));
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
