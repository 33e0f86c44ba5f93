import { onlyVisible } from '@watchpost/contract';

/**
 * Text that another system sent, on one line and of at most `maxLength` characters. Control characters become spaces: PostgreSQL
 * takes no NUL, and one bad byte in an answer would otherwise undo the write of a message that was sent. Characters that
 * cannot be seen or turn text around go, because a name may pass for another with them.
 */
export const foreignText = (text: string, maxLength: number): string =>
  onlyVisible(
    onlyVisible(text.replace(/[\p{Cc}\s]+/gu, ' ').replace(/\p{Cs}/gu, ''))
      .trim()
      .slice(0, maxLength)
      // Half of a pair that the cut left behind is no character.
      .replace(/\p{Cs}$/u, ''),
    // Once more: what joined an emoji to one that was cut off.
  );
