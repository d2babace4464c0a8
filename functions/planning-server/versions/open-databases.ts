import { type OpenDatabase, openDatabase } from '../stores/read-database.ts';

/**
 * Keeps the most recently used files open: each takes memory. A closed one is opened again by its next use.
 * @param max maximum number of open files
 */
export function openDatabases(max: number) {
  const open = new Map<string, OpenDatabase>();
  const close = (path: string) => {
    open.get(path)?.close();
    open.delete(path);
  };
  return {
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
