/** By RFC 4180, without a text that a spreadsheet would run as a formula. */
export function csvLine(values: readonly (string | number | undefined)[]): string {
  return values.map(field).join(',');
}

function field(value: string | number | undefined): string {
  if (typeof value !== 'string') return String(value ?? '');
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
