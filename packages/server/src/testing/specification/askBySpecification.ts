import type { CallSpec, Envelope } from '@watchpost/contract';

export type Encoding = 'form' | 'JSON';

export interface Asked {
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly files?: readonly File[] | undefined;
}

/** As forms and query strings write it: lists with their name at each item, objects in them with brackets. */
export function asForm(value: object): URLSearchParams {
  const pairs = new URLSearchParams();
  const add = (key: string, part: unknown): void => {
    if (Array.isArray(part)) {
      if (part.length === 0) pairs.append(key, '');
      for (const [index, item] of part.entries()) add(typeof item === 'object' ? `${key}[${index}]` : key, item);
    } else if (typeof part === 'object' && part !== null) {
      for (const [name, item] of Object.entries(part)) add(key === '' ? name : `${key}[${name}]`, item);
    } else pairs.append(key, String(part));
  };
  // A list that is the whole body has its places as names.
  add('', Array.isArray(value) ? { ...value } : value);
  return pairs;
}

function contentOf({ body, files }: Asked, encoding: Encoding): BodyInit | null {
  if (files !== undefined) {
    const form = new FormData();
    for (const file of files) form.append('file', file);
    return form;
  }
  if (body === undefined) return null;
  if (encoding === 'JSON') return JSON.stringify(body);
  // The one body of the specification that is neither fields nor a list.
  return asForm(typeof body === 'object' && body !== null ? body : { userId: body });
}

/**
 * Makes a call as a client that knows the specification and nothing of our contract. Of an answered file `Data` is `file`.
 *
 * @param headers beside the language and the token
 */
export async function askBySpecification(
  url: string,
  { method, path }: { method: CallSpec['method']; path: string },
  token: string | null,
  asked: Asked,
  { encoding = 'form', headers = {} }: { encoding?: Encoding; headers?: Record<string, string> } = {},
): Promise<{ status: number } & Envelope<unknown>> {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    String((asked.query as Record<string, unknown>)[name]),
  );
  const content = contentOf(asked, encoding);
  const reply = await fetch(`${url}/api${filled}?${asForm(asked.query ?? {})}`, {
    method,
    headers: {
      language: 'en',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(typeof content === 'string' ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    body: content,
  });
  const { status } = reply;
  if (!reply.headers.get('content-disposition')) return { status, ...((await reply.json()) as Envelope<unknown>) };
  await reply.arrayBuffer();
  return { status, Code: status, Data: 'file', Message: '' };
}
