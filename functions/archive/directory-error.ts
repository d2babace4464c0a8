import { ArchiveError } from './archive-error.ts';

/** Whether an error is the operating system's, with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
}

/** One line that says what failed, where, and what to do. An `ArchiveError` passes as it is. */
export function directoryError(
  error: unknown,
  at: { readonly doing: 'write' | 'read' | 'list'; readonly key: string; readonly path: string },
): ArchiveError {
  if (error instanceof ArchiveError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return new ArchiveError(`Cannot ${at.doing} ${at.path} (${code}): ${remedyFor(code)}.`, {
    key: at.key,
    code,
    cause: error,
  });
}

function remedyFor(code: string): string {
  switch (code) {
    case 'EACCES':
    case 'EROFS':
      return 'the directory may not be written to or read; give yourself the right to, or choose another one';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full; make room, then run again: what is stored already is whole';
    case 'EFBIG':
      return 'the file is larger than this system lets a process write; raise the limit (ulimit -f) and run again';
    case 'ENOTDIR':
    case 'EEXIST':
      return 'a part of this path is a file, not a directory; move the file away or choose another directory';
    case 'ENAMETOOLONG':
      return 'the path is too long for this system; choose a directory with a shorter path';
    case 'EPERM':
    case 'ENOTSUP':
    case 'EOPNOTSUPP':
    case 'EXDEV':
    case 'ENOSYS':
      return 'this file system does not allow it, or has no hard links; choose a directory on a local disk';
    case 'EMFILE':
    case 'ENFILE':
      return 'too many files are open; close other programs or raise the limit (ulimit -n), then run again';
    default:
      return 'see that the directory exists and its disk works, then run again';
  }
}
