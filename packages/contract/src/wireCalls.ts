import type { CallSpec } from './call.ts';
import { type AllCalls, type CallName, calls } from './index.ts';

/** What sending a call needs to know about it. */
export interface WireCall {
  readonly method: CallSpec['method'];
  readonly path: CallSpec['path'];
  readonly encoding?: CallSpec['encoding'];
  readonly isPublic?: true;
  readonly answersFile?: true;
  readonly answerSeconds?: number;
}

const wireOf = ({ method, path, encoding, access, data, answerSeconds }: CallSpec): WireCall => ({
  method,
  path,
  ...(encoding ? { encoding } : {}),
  ...(access === 'public' ? { isPublic: true } : {}),
  ...(data === 'file' ? { answersFile: true } : {}),
  ...(answerSeconds === undefined ? {} : { answerSeconds }),
});

/**
 * Every call without its schemas. The web's build puts the finished table in the place of this module: a browser that sends
 * calls does not load what checks them.
 */
export const wireCalls = Object.fromEntries(
  (Object.keys(calls) as CallName[]).map((name) => [name, wireOf((calls as Record<string, CallSpec>)[name]!)]),
) as { readonly [Name in keyof AllCalls]: WireCall };
