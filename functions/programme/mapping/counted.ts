/** `1 activity`, `2 activities`. @param plural an English word that ends in -ies or -s */
export function counted(count: number, plural: string): string {
  return `${count} ${count === 1 ? plural.replace(/ies$/, 'y').replace(/s$/, '') : plural}`;
}
