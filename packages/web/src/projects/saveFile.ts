import type { AnsweredFile } from '@watchpost/contract';

/** Hands a file that a call answered to the browser's downloads. */
export function saveFile({ name, content }: AnsweredFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The download has begun by then; a revoked address would end it in some browsers.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
