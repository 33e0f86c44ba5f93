/**
 * `B3` of row 2 and column 1, both counted from 0.
 *
 * @param fixed `$`: as `$B$3`, which stays where the formula is copied
 */
export function addressOf(row: number, column: number, fixed: '' | '$' = ''): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return `${fixed}${letters}${fixed}${row + 1}`;
}
