import type { z } from 'zod';
import type { PermissionName } from './access/permissions.ts';

export type Language = 'zh' | 'en';

/** A text in both languages of the product. */
export interface Bilingual {
  readonly zh: string;
  readonly en: string;
}

/**
 * Who may make a call: `public` (no token), `session` (any signed-in user), or a list of permissions of which the caller
 * holds at least one, for the company or for the current project.
 */
export type Access = 'public' | 'session' | readonly [PermissionName, ...PermissionName[]];

/**
 * Everything there is to know about one call. The server's routes, the typed client of the web, `docs/openapi.json` and
 * the contract tests are derived from it; the literal path of the specification stands here and nowhere else.
 */
export interface CallSpec {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Under `/api`, spelled exactly as the specification spells it. */
  readonly path: `/${string}`;
  /** Not implied by the method: some GETs of the specification write. */
  readonly effect: 'read' | 'write';
  readonly access: Access;
  /** How a POST or PUT carries its body; `form` unless said otherwise (spec §7). */
  readonly encoding?: 'form' | 'json';
  readonly summary: Bilingual;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** What stands in `Data` of a success. */
  readonly data: z.ZodType;
}

export type Calls = Readonly<Record<string, CallSpec>>;

/** Keeps the literal types of a domain's calls while checking their shape. */
export const defineCalls = <const T extends Calls>(calls: T): T => calls;

type InputPart<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type ParsedPart<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** What a caller hands over: query and body as plain values, before coercion. */
export type CallInput<C extends CallSpec> = (C extends { query: infer Q }
  ? { query: InputPart<Q> }
  : { query?: undefined }) &
  (C extends { body: infer B } ? { body: InputPart<B> } : { body?: undefined });

/** What a handler receives: checked and coerced. */
export type ParsedInput<C extends CallSpec> = {
  query: C extends { query: infer Q } ? ParsedPart<Q> : undefined;
  body: C extends { body: infer B } ? ParsedPart<B> : undefined;
};

export type CallData<C extends CallSpec> = z.output<C['data']>;

/** One asynchronous function a call; the web client and test clients have this shape. */
export type Client<T extends Calls> = { readonly [K in keyof T]: (input: CallInput<T[K]>) => Promise<CallData<T[K]>> };

/** The envelope of every reply, success or failure. HTTP status equals `Code`. */
export interface Envelope<Data> {
  Code: number;
  Data: Data;
  Message: string;
}

/** `Data` of a refusal because of bad input: one entry a field, in the caller's language. */
export interface FieldErrors {
  Fields: { Field: string; Message: string }[];
}
