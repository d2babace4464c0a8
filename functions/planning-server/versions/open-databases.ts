import { type OpenDatabase, openDatabase } from '../stores/read-database.ts';

/**
 * Files of versions, of which the most recently used ones are open: each takes memory. One that was closed is opened
 * again by its next use.
 * @param max how many are open at the same time
 */
export function openDatabases(max: number) {
  /** The least recently used one first. */
  const open = new Map<string, OpenDatabase>();
  const close = (path: string) => {
    open.get(path)?.close();
    open.delete(path);
  };
  return {
    /** @throws as `openDatabase` */
    use(path: string, source: string): OpenDatabase {
      const database = open.get(path) ?? openDatabase(path, source);
      open.delete(path);
      open.set(path, database);
      const [oldest] = open.keys();
      if (open.size > max && oldest !== undefined) close(oldest);
      return database;
    },
    close,
  };
}
