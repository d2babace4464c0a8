import { keyText } from '#planning-server/keys/key-ring.ts';

/** The key with this id of 12 hexadecimal digits; its secret is made of the id too. */
export function aKey(id: string): string {
  return keyText(id, secretOf(id));
}

export function keyIdOf(key: string): string {
  return key.split('_')[1] ?? '';
}

export function secretOf(id: string): string {
  return id.repeat(4).slice(0, 43);
}
