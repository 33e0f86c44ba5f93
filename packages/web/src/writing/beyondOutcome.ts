/** What a record's message says beyond the word of its outcome, which stands beside it; empty: nothing. */
export function beyondOutcome(message: string, outcome: string): string {
  if (message === outcome) return '';
  const rest = [`${outcome}: `, `${outcome}：`].find((head) => message.startsWith(head));
  return rest === undefined ? message : message.slice(rest.length);
}
