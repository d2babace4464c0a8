/** A write-once store in memory that remembers what it was asked to write. */
export function aMemoryStore() {
  const objects = new Map<string, Uint8Array>();
  const writes: { key: string; contentType: string }[] = [];
  return {
    objects,
    writes,
    async putOnce(key: string, body: Uint8Array, contentType: string): Promise<'created' | 'exists'> {
      writes.push({ key, contentType });
      if (objects.has(key)) return 'exists';
      objects.set(key, Uint8Array.from(body));
      return 'created';
    },
    async get(key: string): Promise<Uint8Array | undefined> {
      return objects.get(key);
    },
  };
}
