/** A text in the bytes of a Windows code page, as written by a program without Unicode. */
export function codePageBytes(text: string, label: string): Uint8Array {
  const decoder = new TextDecoder(label);
  const codes = new Map(
    Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code] as const),
  );
  // In the Vietnamese code page, most accents are characters of their own, after the letter.
  const characters = [...text.normalize()].flatMap((character) =>
    codes.has(character) ? character : separated(character),
  );
  return Uint8Array.from(
    characters.map((character) => {
      const code = codes.get(character);
      if (code === undefined) throw new Error(`${label} has no ${JSON.stringify(character)}`);
      return code;
    }),
  );
  function separated(character: string): string[] {
    const marks = /[\u0300\u0301\u0303\u0309\u0323]/;
    const parts = character.normalize('NFD');
    return [parts.replace(marks, '').normalize(), ...(marks.exec(parts) ?? [])];
  }
}
