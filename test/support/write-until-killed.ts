/** A process that writes large objects, one after another, until it is killed: `node … <directory> <megabytes>`. */
import { createDirectoryStore } from '#archive/directory.ts';

const [directory = '', megabytes = '1'] = process.argv.slice(2);
const store = createDirectoryStore(directory);
for (let object = 1; ; object += 1) {
  const body = new Uint8Array(Number(megabytes) * 1024 * 1024).fill(object);
  await store.putOnce(`large/${object}`, body, 'application/octet-stream');
  process.stdout.write(`${object}\n`);
}
