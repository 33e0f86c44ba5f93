export const count = (n: number): string => Math.round(n).toLocaleString('en-US');
export const ms = (n: number): string => `${n < 10 ? n.toFixed(1) : Math.round(n)} ms`;

/** The value below which `share` of the numbers lie; NaN of none. */
export function quantile(numbers: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Prints rows of text in columns: the first and last to the left, figures to the right. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  for (const row of rows) {
    const cells = widths.map((width, column) => {
      const text = row[column] ?? '';
      return column === 0 || column === columns - 1 ? text.padEnd(width) : text.padStart(width);
    });
    console.log(cells.join('   ').trimEnd());
  }
}

/** Measures one size after another, and says on stderr which is under way. */
export async function measureEach<Case>(sizes: string, measure: (points: number) => Promise<Case>): Promise<Case[]> {
  const cases: Case[] = [];
  for (const points of sizes.split(',').map(Number)) {
    console.error(`${count(points)} points …`);
    cases.push(await measure(points));
  }
  return cases;
}

/** Makes rows of a table with one column a case. */
export const rowsAbout =
  <Case>(cases: readonly Case[]) =>
  (what: string, figure: (measured: Case) => string, target = ''): string[] => [what, ...cases.map(figure), target];
