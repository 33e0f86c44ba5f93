/** Of the countries that share a dialling code the one that most of its numbers are of, by ISO 3166 (ITU-T E.164, Annex D). */
const mains: Readonly<Record<string, string>> = {
  1: 'US',
  7: 'RU',
  39: 'IT',
  44: 'GB',
  47: 'NO',
  61: 'AU',
  212: 'MA',
  262: 'RE',
  290: 'SH',
  358: 'FI',
  590: 'GP',
  599: 'CW',
};

/**
 * The country that a dialling code stands for: the one that was chosen, while the code is still its own, else the one that most
 * numbers with it are of.
 */
export function countryOf<Country extends { readonly id: string; readonly dialling: string }>(
  countries: readonly Country[],
  dialling: string | undefined,
  chosenId: string | null,
): Country | undefined {
  const sharing = countries.filter((each) => each.dialling === dialling);
  const named = (id: string | null | undefined) => sharing.find((each) => each.id === id);
  return named(chosenId) ?? named(mains[dialling ?? '']) ?? sharing[0];
}
