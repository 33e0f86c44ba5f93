/** A sentence in which no number stands on another line than its unit. */
export const unbroken = (words: string): string => words.replace(/(\d) (?=[°%Ωµa-zA-Z])/g, '$1\u00a0');
