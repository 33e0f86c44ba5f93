/** The bytes that one line of a pasted text spells. */
export interface HexLine {
  /** From 1. */
  line: number;
  bytes: Buffer;
}

/** What serial tools put before the bytes: a time in brackets, a direction, an arrow. */
const labelPattern =
  /^\s*(?:\[[^\]]*\]\s*)?(?:(?:[DSds]\s*→\s*[DSds])|tx|rx|send|sent|recv|received|request|answer|response|发送|接收|请求|应答|发|收)?\s*[:：>→←<=-]*\s*/i;
const separators = /(?:0x|\\x|[\s,;:|_-])+/i;

/**
 * Hexadecimal text as people copy it out of tools and manuals, line by line: `01 03 00 00`, `0103 0000`, `0x01,0x03`, `TX: 01-03`.
 * A line that spells something else comes back in `unread`.
 */
export function readHex(text: string): { lines: HexLine[]; unread: { line: number; text: string }[] } {
  const lines: HexLine[] = [];
  const unread: { line: number; text: string }[] = [];
  for (const [index, whole] of text.split(/\r\n|\r|\n/).entries()) {
    const tokens = whole
      .replace(labelPattern, '')
      .split(separators)
      .map((token) => token.replace(/h$/i, ''))
      .filter((token) => token !== '')
      // `1 3 0 0` has left its zeros out; `103` could be anything.
      .map((token) => (token.length === 1 ? `0${token}` : token));
    if (tokens.length === 0) continue;
    const isHex = tokens.every((token) => /^[0-9a-f]+$/i.test(token) && token.length % 2 === 0);
    if (isHex) lines.push({ line: index + 1, bytes: Buffer.from(tokens.join(''), 'hex') });
    else unread.push({ line: index + 1, text: whole.trim() });
  }
  return { lines, unread };
}
