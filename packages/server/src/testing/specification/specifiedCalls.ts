import { readFileSync } from 'node:fs';
import { type CallName, type CallSpec, calls } from '@watchpost/contract';

/** A call as the specification lists it; it says nothing about answers, and of most calls not what they take. */
export interface SpecifiedCall {
  /** `POST /Device/ShowDevice_List`: what it is named by in tests. */
  readonly key: string;
  readonly method: CallSpec['method'];
  readonly path: string;
  /** Names of its fields as the specification spells them, by where they stand. */
  readonly query: readonly string[];
  readonly body: readonly string[];
  /** The body is a list or one value, not an object of fields. */
  readonly bodyIsList: boolean;
  readonly isPublic: boolean;
  /** Of ours; null: it is not served. */
  readonly name: CallName | null;
}

/** What the specification says instead of names of fields. */
const phrases: Readonly<Record<string, readonly string[]>> = {
  'paging and sort': ['PageIndex', 'PageSize', 'SortType', 'IsAsc'],
  'type 1 or 2': ['type'],
  'ReceiptStatus or IsRead': ['ReceiptStatus', 'IsRead'],
  'UserSource fixed at 2': ['UserSource'],
};
const bare = /^\w+$/;
/** Words that stand for a body or its encoding. */
const notNames = new Set(['multipart']);

const served = new Map(
  (Object.keys(calls) as CallName[]).map((name) => [`${calls[name].method} ${calls[name].path}`, name]),
);

/**
 * The calls of the specification: `calls.tsv` is a copy of its table, with method, path, what is known of the payload, and notes.
 * It is the law for clients that we did not write, and is changed only when the specification is.
 */
export const specifiedCalls: readonly SpecifiedCall[] = readFileSync(new URL('calls.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map(readLine);

function readLine(line: string): SpecifiedCall {
  const [method, path, payload = '', notes = ''] = line.split('\t') as [CallSpec['method'], string, string?, string?];
  const names: { query: string[]; body: string[] } = { query: [], body: [] };
  const takesBody = method === 'POST' || method === 'PUT';
  let bodyIsList = false;
  for (const section of payload.split(';').filter((text) => text.trim() !== '')) {
    const [, label = takesBody ? 'body' : 'query', rest = ''] = /^(?:\s*([\w ]+):)?(.*)$/.exec(section)!;
    const part = label === 'query' ? 'query' : 'body';
    for (const word of rest.split(',').map((text) => text.trim())) {
      const known = phrases[word];
      if (known) names[part].push(...known);
      else if (bare.test(word) && !notNames.has(word)) names[part].push(word);
      else if (/list|array|\bids?$/.test(word)) bodyIsList = true;
    }
  }
  const key = `${method} ${path}`;
  return {
    key,
    method,
    path,
    ...names,
    bodyIsList,
    isPublic: notes.startsWith('public'),
    name: served.get(key) ?? null,
  };
}

/** Whether the specification says anything about what it takes. */
export const isPayloadNamed = ({ query, body, bodyIsList }: SpecifiedCall): boolean =>
  query.length + body.length > 0 || bodyIsList;
