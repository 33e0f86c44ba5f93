import {
  type AllCalls,
  type AnsweredFile,
  type CallData,
  type CallName,
  type CallSpec,
  calls,
  type Envelope,
} from '@watchpost/contract';
import { callProblems } from './callProblems.ts';
import { lostFields } from './lostFields.ts';

export interface FakeRequest {
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly headers: Headers;
}

/** What a call answers: its data, or a refusal. */
type Answer<Data> = Data | Refusal | Promise<Data | Refusal>;

export class Refusal {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
  constructor(code: number, message: string, data: unknown = null) {
    this.code = code;
    this.message = message;
    this.data = data;
  }
}

export type FakeCalls = {
  [Name in CallName]?: (request: FakeRequest) => Answer<CallData<AllCalls[Name]>>;
};

/** What stands in the path of a call, such as `{projectId}`; null: the path is that of another call. */
function inPath(template: string, pathname: string): Record<string, string> | null {
  const [wanted, asked] = [`/api${template}`.split('/'), pathname.split('/')];
  if (wanted.length !== asked.length) return null;
  const found: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name) found[name] = decodeURIComponent(asked[index]!);
    else if (part !== asked[index]) return null;
  }
  return found;
}

/**
 * Stands in for the server behind `fetch`, typed and checked by the contract: an answer that the contract does not allow fails
 * the test. A call without an answer is refused with 404.
 *
 * @returns the names of the calls in the order they arrived
 */
export function fakeApi(answers: FakeCalls): { received: CallName[]; requests: FakeRequest[] } {
  const received: CallName[] = [];
  const requests: FakeRequest[] = [];
  callProblems.length = 0;
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input), 'http://localhost');
    const method = init?.method ?? 'GET';
    const name = (Object.keys(calls) as CallName[]).find(
      (each) => calls[each].method === method && inPath(calls[each].path, url.pathname) !== null,
    );
    if (!name) return reply({ Code: 404, Data: null, Message: 'no such call' });
    const headers = new Headers(init?.headers);
    const request: FakeRequest = {
      query: { ...inPath(calls[name].path, url.pathname), ...Object.fromEntries(url.searchParams) },
      body: bodyOf(init?.body, headers),
      headers,
    };
    const lost = refusedFields(calls[name], request);
    if (lost.length > 0) throw new Error(`${name} does not know what it is sent: ${lost.join(', ')}`);
    received.push(name);
    requests.push(request);
    const answer = await (answers[name] as ((request: FakeRequest) => unknown) | undefined)?.(request);
    if (answer === undefined) {
      callProblems.push(`no answer for ${name}`);
      return reply({ Code: 404, Data: null, Message: `no answer for ${name}` });
    }
    if (answer instanceof Refusal) return reply({ Code: answer.code, Data: answer.data, Message: answer.message });
    const { data } = calls[name] as CallSpec;
    if (data === 'file') {
      const { name: fileName, content } = answer as AnsweredFile;
      return new Response(content, {
        headers: { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}` },
      });
    }
    const { data: checked, error } = data.safeParse(answer);
    if (error) callProblems.push(`the contract does not allow the answer to ${name}: ${error.message}`);
    if (error) throw error;
    return reply({ Code: 200, Data: checked, Message: '' });
  };
  return { received, requests };
}

/** Fields that the server refuses because the call writes and does not know them. */
const refusedFields = ({ effect, query, body }: CallSpec, sent: FakeRequest): string[] =>
  effect === 'read'
    ? []
    : [...lostFields(query, sent.query), ...lostFields(body, sent.body)].filter((field) => field !== 'file');

/** Fields as an object; the files of a multipart body are among them. */
function bodyOf(body: RequestInit['body'], headers: Headers): unknown {
  if (body === undefined || body === null) return undefined;
  if (body instanceof FormData) return Object.fromEntries(body);
  const text = String(body);
  return headers.get('content-type') === 'application/json'
    ? JSON.parse(text)
    : Object.fromEntries(new URLSearchParams(text));
}

const reply = (envelope: Envelope<unknown>): Response =>
  new Response(JSON.stringify(envelope), {
    status: envelope.Code,
    headers: { 'content-type': 'application/json', date: new Date().toUTCString() },
  });
