import { connect } from 'node:net';

/** What a scanner says of a file: clean, or what it found. */
export type ScanResult = { readonly found: string | null };
export type ScanFile = (content: Uint8Array) => Promise<ScanResult>;

/** Below the longest piece that clamd takes by default (`StreamMaxLength` 25 MB counts all pieces together). */
const pieceBytes = 64 * 1024;
/** 100 MB of archives are unpacked within it; a scanner that takes longer holds up the person who uploads. */
const longestScanMs = 60_000;
/** `stream: Win.Test.EICAR_HDB-1 FOUND` */
const longestAnswer = 1_000;

/**
 * Asks a clamd at this place about files, by the command INSTREAM: pieces, each with its length in four bytes, big-endian, and a length
 * of zero at the end. The answer is `stream: OK`, `stream: <name> FOUND`, or `… ERROR`.
 *
 * The returned function throws when the scanner does not answer, or answers that it could not scan.
 */
export const createVirusScanner =
  ({ host, port }: { host: string; port: number }, timeoutMs = longestScanMs): ScanFile =>
  (content) =>
    new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect({ host, port });
      const timer = setTimeout(() => socket.destroy(new Error('The virus scanner took too long')), timeoutMs);
      socket.setEncoding('utf8');
      socket.once('connect', () => {
        socket.write('zINSTREAM\0');
        for (let at = 0; at < content.length; at += pieceBytes) {
          const piece = content.subarray(at, at + pieceBytes);
          socket.write(lengthOf(piece.length));
          socket.write(piece);
        }
        socket.write(lengthOf(0));
      });
      socket.on('data', (text: string) => {
        answer += text;
        if (answer.includes('\0') || answer.length > longestAnswer) socket.end();
      });
      // What it said before it hung up counts: it refuses a file that is too long for it in the middle.
      socket.once('error', (error) => {
        if (answer === '') reject(error);
      });
      socket.once('close', () => {
        clearTimeout(timer);
        const said = answer.replace(/\0[\s\S]*$/, '').trim();
        const found = /^stream: (.+) FOUND$/.exec(said)?.[1];
        if (found !== undefined) resolve({ found });
        else if (said === 'stream: OK') resolve({ found: null });
        else reject(new Error(`The virus scanner says “${said.slice(0, 200)}”`));
      });
    });

function lengthOf(bytes: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(bytes);
  return head;
}
