import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PhoneProviderSettings } from '../platform/settings/phoneSettings.ts';

export interface TakenMessage {
  readonly to: string;
  readonly text: string;
  readonly key: string;
  readonly code: string;
  readonly receipts: string;
}

/** A provider of SMS or calls on this machine, which keeps what it takes. Two requests with one key are one message to it. */
export interface TestProvider {
  /** By key: what it took, in order. */
  readonly taken: Map<string, TakenMessage>;
  /** Every request, doubles too. */
  readonly requests: string[];
  /** What it answers; `hang up` ends the connection. */
  answer: number | 'hang up';
  /** What it says of a message by itself before it answers the send; null: nothing. */
  early: string | null;
  /** What it says when it is asked about a number. */
  readonly states: Map<string, string>;
  readonly settings: PhoneProviderSettings;
  /** Tells the server something, as the last message says where. */
  tell(body: object, secret?: string): Promise<number>;
  close(): Promise<void>;
}

export async function aProvider(): Promise<TestProvider> {
  const taken = new Map<string, TakenMessage>();
  const requests: string[] = [];
  const states = new Map<string, string>();
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += String(part);
    });
    request.on('end', async () => {
      if (provider.answer === 'hang up') return request.socket.destroy();
      if (provider.answer !== 200) return response.writeHead(provider.answer).end('{"error":"no credit"}');
      if (request.method === 'GET') {
        const id = request.url!.split('/').at(-1)!;
        return response.end(JSON.stringify({ id, state: states.get(id) ?? 'pending' }));
      }
      const message = JSON.parse(text) as TakenMessage;
      requests.push(message.key);
      taken.set(message.key, message);
      if (provider.early !== null) await provider.tell({ id: `p-${message.key}`, state: provider.early });
      response.end(JSON.stringify({ id: `p-${message.key}` }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`;
  const provider: TestProvider = {
    taken,
    requests,
    states,
    answer: 200,
    early: null,
    settings: {
      url,
      token: null,
      headers: {},
      body: '{"to":"{to}","text":"{text}","key":"{key}","code":"{code}","receipts":"{receiptUrl}"}',
      answer: { id: '/id', ok: null },
      askUrl: `${url}/{id}`,
      receipt: { id: '/id', state: '/state', from: '/from', text: '/text', digit: '/digit', code: '/code' },
      states: new Map([
        ['delivered', 'delivered'],
        ['failed', 'failed'],
      ]),
      isSimulated: true,
    },
    async tell(body, secret) {
      const to = new URL([...taken.values()].at(-1)!.receipts);
      if (secret !== undefined) to.searchParams.set('secret', secret);
      const reply = await fetch(to, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return reply.status;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return provider;
}
