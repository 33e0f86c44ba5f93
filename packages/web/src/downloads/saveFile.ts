import type { AnsweredFile } from '@watchpost/contract';

/** Hands a file that a call answered to the browser's own downloads. */
export function saveFile({ name, content }: AnsweredFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has taken it by then; an address that stays keeps the whole file in memory.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
