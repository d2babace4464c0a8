import { codeOf } from './text/redact.ts';

/** Why a file that a person named cannot be read, and what to do. */
export function unreadableFile(cause: unknown): readonly [what: string, remedy: string] {
  const code = codeOf(cause);
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return ['the file does not exist', 'Check the path, or name another file.'];
    case 'EISDIR':
      return ['this is a directory', 'Name the file in it.'];
    case 'EACCES':
    case 'EPERM':
      return ['this user is not allowed to read the file', 'Grant the permission.'];
    case 'ERR_ENCODING_INVALID_ENCODED_DATA':
      return ['the file is not UTF-8 text', 'Save it as UTF-8.'];
    default:
      return [`the file could not be read (${code ?? 'unknown cause'})`, 'Check the disk and the path.'];
  }
}
