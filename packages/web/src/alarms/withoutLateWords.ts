/**
 * The sentence of an alarm that was found in late data, without saying so first: in a row of a list the reason comes first, and a
 * mark behind it says how it was found.
 */
export const withoutLateWords = (sentence: string): string =>
  sentence.replace(/^(补传数据中发现：|Found in late data: )/, '');
