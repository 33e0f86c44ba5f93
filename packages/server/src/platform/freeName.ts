/** The contract's longest name of anything that people name. */
const maxCharacters = 50;

/**
 * A name beside one that is taken: with the first number behind it that is free, short enough to be one.
 *
 * @example freeName('Freezer', ['Freezer', 'Freezer 2']) // 'Freezer 3'
 */
export function freeName(name: string, taken: readonly string[]): string {
  const all = new Set(taken);
  if (!all.has(name)) return name;
  for (let number = 2; ; number += 1) {
    const end = ` ${number}`;
    const free = `${[...name].slice(0, maxCharacters - end.length).join('')}${end}`;
    if (!all.has(free)) return free;
  }
}
