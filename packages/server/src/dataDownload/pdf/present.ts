/** What the file says of itself, in the words of its format. */
export const infoOf = (title: string, madeAt: Date) => ({
  Title: title,
  Author: 'Watchpost',
  CreationDate: madeAt,
  ModDate: madeAt,
});
