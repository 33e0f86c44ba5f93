import type { Socket } from 'node:net';
import type { Bilingual, Envelope } from '@watchpost/contract';

interface Unparsed {
  readonly status: string;
  readonly words: Bilingual;
}

const notHttp: Unparsed = {
  status: '400 Bad Request',
  words: { zh: '请求不符合 HTTP 协议，无法解析', en: 'This is no HTTP request that can be read.' },
};
/** By the codes of Node's parser. */
const known: Readonly<Record<string, Unparsed>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    words: { zh: '请求头或地址过长', en: 'The address or the headers are too long.' },
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    words: {
      zh: '请求发送过慢，请检查网络后重试',
      en: 'The request arrived too slowly. Check the network and try again.',
    },
  },
};

/**
 * Answers what the HTTP parser gave up on, before there is a request: in the envelope, as everything else. Nobody knows the
 * language of the caller then, so it is said in both. Ends the connection.
 */
export function answerUnparsed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, words } = known[error.code ?? ''] ?? notHttp;
  const envelope: Envelope<null> = { Code: Number(status.slice(0, 3)), Data: null, Message: `${words.zh} ${words.en}` };
  const body = JSON.stringify(envelope);
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `Cache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}
