import type { Programme } from '#programme/programme.ts';

/**
 * For each code page, a pattern of the letters of each of its languages. Some letters count only beside certain others:
 * a short Danish word may end in `ø`, but `Pamatø` is a Lithuanian word decoded with the wrong page. If several pages
 * explain equally many words, the first one counts.
 */
const spellingsOfCodePages: Readonly<Record<string, readonly string[]>> = {
  // German, Scandinavian, Estonian; French, Dutch, Albanian; Spanish, Portuguese, Catalan, Irish, Italian; Icelandic.
  'windows-1252': [
    '[a-zäåéöüßšž]|(?<![aeiouy])æ|ø(?![aeiou]|$)|ø(?=e[nrt]s?$|ern)|(?<=[jks])ø|(?<=^.{1,4})ø$|õ(?=[a-zäõöü]{2,}$)',
    '[a-zàâæéêëïôöùü]|ç(?![b-np-tv-z])|^ç|è(?=[^aeiou]{1,2}u?e|[st]$)|î(?=[lmnt]|ch)|(?<=^.)î|û(?=[lnrt]|ch)|(?<=^.{1,3})û$|œ(?=[diu]|[ns]o)',
    '[a-zàáâçéêíïñóôúü]|(?<![âêô])ò|ã(?=[oe]|s$)|(?<=^.|[çdhmntuv])ã$|è(?=[^aeiou]{2}|r|[a-z]i[acmt])|(?<=[^au]|qu)è$|ì$|õ(?=e)|(?<=[bfginst])ù$',
    '[abd-pr-vxyáåæéíóöú]|(?<=[aeiouyáéíóúýæöfgr])ð|þ(?=[jrv]|[aeiouyáéíóúýæö](?![aio]|e[^y]))|ý(?!.*ý|$)|(?<=^[^aeiou]*|n)ý$',
  ],
  'windows-1255': ['[א-ת]'],
  'windows-1253': ['[α-ωάέήίόύώϊϋΐΰ]'],
  'windows-1256': ['[ء-ْپچژگکھہےٹڈڑں]'],
  'windows-1251': ['[а-яё]', '[а-яіїєґ]', '[а-яёіў]', '[а-шђјљњћџ]', '[а-шѓѕјљњќџ]'],
  'windows-1254': [
    '[a-zçİöü]|ş(?!i[aeiou])|(?<=[gkl])â|î$|(?<=[aeıioöuü])ğ|(?<!(?:[eoöuü]|.i)[^aeıioöuü]*)ı',
  ],
  'windows-1250': [
    '[a-ząćęłńóśźż]',
    '[a-záčďéěíňóšťúůýž]|ř(?!$)|(?<=[aeiouyáéíůt])ř',
    '[a-záäčďéíĺľňóôŕšťúýž]',
    '[a-záéíóöőúüű]',
    '[a-zăâîşţ]',
    '[a-zčćšž]|(?<=[aeiour])đ(?=[aeiou])',
  ],
  'windows-1257': ['[a-ząčęėįšųūž]', '[a-zāčēģīķļņšūž]', '[a-zäõöüšž]'],
  'windows-1258': ['[a-zàáâãèéêìíòóôõùúýăđĩũơạ-ỹ]|(?<=^[^aeiou]*)ư'],
};

const maxWords = 1_000;
const bytesBetweenWords = new Set(
  Buffer.from('8284858687898b91929394959697999ba0a6a7a9abacadaeb0b1b5b6b7bb', 'hex'),
);
const signPattern = '[¡-£¥¨ª¯²³¸-º¼-¿×÷ˆˇ˘˙˛˜˝\\u200e\\u200f\\u0080-\\u009f\\ufffd₪₫]';
const letter = '[[\\p{L}\\p{M}]--[ªºµ]]';
const signAtLetter = new RegExp(`${letter}${signPattern}|${signPattern}${letter}`, 'v');
const wordPattern = new RegExp(`${letter}+`, 'gv');
/**
 * Usual texts with the characters of `signPattern`: `m³`, `Nº`, `Beton¹`, `½brick`, `£k`. A `£` before a vowel is not
 * usual: it is a misread Polish `Ł`.
 */
const usualSign = new RegExp(`^(?:[a-z]{1,3}${signPattern}|[a-z]+[¹²³])$|^[¼½¾]|^£(?![aeiou])`, 'iv');
/**
 * Spellings that no language uses: a capital after a small letter, a final letter before the end, letters of two
 * scripts; in Greek, a long word without an accent, one with two, and one that begins with two capitals; in Arabic, an
 * alef with a mark within a word.
 */
const impossibleSpelling =
  /\p{Ll}\p{Lu}|[ςךםןףץة]\p{L}|\p{sc=Latin}[\p{L}--\p{sc=Latin}]|[\p{L}--\p{sc=Latin}]\p{sc=Latin}|^[Α-Ω][α-ω]{3,}$|^[α-ω]{5,}$|[άέήίόύώΐΰ].*[άέήίόύώΐΰ]|[Α-Ω]{2}[ά-ώΐ]|[^ابفكلو][آإ]|إ$/v;

/**
 * Finds the code page that explains more of the words with non-ASCII letters than Windows-1252: at least one word more
 * or, if there are many words, more by about 5 % of all these words. Words that no language writes count against a
 * page. If several pages are equally likely, the first is returned and the example names the others.
 * @returns undefined if no page explains more, or if it leaves more than a fifth of the words unexplained
 */
export function likelyCodePage(bytes: Uint8Array): Programme['likelyEncoding'] {
  const sample = Buffer.from(sampleOf(bytes).join('\n'), 'latin1');
  const western = readAs('windows-1252', sample);
  const counted = new Set(western.found.flatMap((words, at) => (words?.length === 0 ? [] : at)));
  const few = Math.max(0, counted.size / 20 - 1);
  const likely = Object.keys(spellingsOfCodePages).flatMap((label) => {
    const { texts, found, explained: all } = readAs(label, sample);
    const explained = all.intersection(counted);
    const impossible = [...counted].filter((at) => found[at] === undefined);
    const more = explained.size - impossible.length - western.explained.size;
    const gained = [...explained.difference(western.explained)];
    const at = gained.find((index) => texts[index] !== western.texts[index]);
    if (at === undefined || more <= few || explained.size < counted.size * 0.8) return [];
    return { label, at, texts, more };
  });
  const most = Math.max(...likely.map(({ more }) => more));
  const [first, ...others] = likely.filter(({ more }) => more === most);
  if (first === undefined) return undefined;
  const { label, at, texts } = first;
  const before = western.texts[at]?.replaceAll(/\p{Cc}/gu, '\ufffd');
  const also = others.map((other) => `, or just as likely "${other.texts[at]}" in ${other.label}`).join('');
  return { label, example: `"${before}" becomes "${texts[at]}"${also}` };
}

/**
 * The words of each text in a sample, and the indices of the texts that a single language of the page explains (for
 * Windows-1252, any of its languages).
 */
function readAs(label: string, sample: Uint8Array) {
  const texts = new TextDecoder(label).decode(sample).split('\n');
  const found = texts.map(wordsIn);
  const languages = spellingsOfCodePages[label] ?? [];
  // German letters are allowed in every language, because people and companies have German names everywhere.
  const choices = label === 'windows-1252' ? [languages] : languages.map((one) => [one, '[a-zäöüß]']);
  const explained = choices.map((spellings) => {
    const word = new RegExp(`^(?:${spellings.map((letters) => `(?:${letters})+`).join('|')})$`, 'iu');
    return found.flatMap((ofText, at) => (ofText?.length && ofText.every((one) => word.test(one)) ? at : []));
  });
  const most = explained.reduce((best, one) => (one.length > best.length ? one : best), []);
  return { texts, found, explained: new Set(most) };
}

function wordsIn(text: string): readonly string[] | undefined {
  const bare = text.normalize().replace(usualSign, '');
  const found = (bare.match(wordPattern) ?? []).filter((word) => /[^a-z]/i.test(word) && word.length > 1);
  const isWrong = signAtLetter.test(bare) || found.some((word) => impossibleSpelling.test(word));
  return isWrong ? undefined : found;
}

function sampleOf(bytes: Uint8Array): readonly string[] {
  const found = new Set<string>();
  const isOfWord = (byte = 0) =>
    byte < 0x80 ? /[a-z]/i.test(String.fromCharCode(byte)) : !bytesBetweenWords.has(byte);
  for (let end = 0; end < bytes.length && found.size < maxWords; end++) {
    let from = end;
    if ((bytes[end] ?? 0) < 0x80 || !isOfWord(bytes[end])) continue;
    while (isOfWord(bytes[from - 1])) from -= 1;
    while (isOfWord(bytes[end + 1])) end += 1;
    if (end - from < 60) found.add(Buffer.from(bytes.subarray(from, end + 1)).toString('latin1'));
  }
  return [...found];
}
