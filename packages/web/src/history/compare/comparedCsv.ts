/** A table as a spreadsheet opens it: with its mark of UTF-8, and no text that it would take for a formula. */
export const csvOf = (rows: readonly (readonly (string | number | null)[])[]): Blob =>
  new Blob([`\uFEFF${rows.map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('')}`], {
    type: 'text/csv;charset=utf-8',
  });

function fieldOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
