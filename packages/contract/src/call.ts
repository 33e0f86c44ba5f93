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
  readonly encoding?: 'form' | 'json' | 'multipart';
  /** What a `multipart` call takes besides its fields. */
  readonly upload?: { readonly maxBytes: number; readonly maxFiles: number; readonly mayBeNone?: true };
  /**
   * Also answers engineers from outside about a device that is lent to them for a repair order, or an order that is offered to them.
   * Without it a loan opens nothing.
   */
  readonly lent?: true;
  /**
   * Dangerous: the caller has proven their identity within the last five minutes (`VerifyIdentity`); else 428, upon which our
   * client asks for the proof and makes the call again.
   */
  readonly identity?: true;
  /** How often one network is answered in a minute, then 429: a brake for public calls. */
  readonly perMinute?: number;
  /**
   * `Code` of the envelope of a refusal with status 400: a client of the specification shows the words of a history query only when
   * they come with 500 (§8).
   */
  readonly refusalCode?: 500;
  /** The largest body it takes; 1 MB unless said otherwise. */
  readonly maxBodyBytes?: number;
  /** How long a client waits for the answer; 60 s unless said otherwise. */
  readonly answerSeconds?: number;
  /** False: a write that says nothing about the company's affairs (a refreshed token, a popup seen) and is not in the operation log. */
  readonly logged?: false;
  readonly summary: Bilingual;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The field that a body means which is one value and no object: the specification sends some ids so. */
  readonly bareField?: string;
  /** Other names that the specification has for a field: from its name there to ours. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Fields that the specification sends with this call and that say nothing here; others that it does not know a write refuses. */
  readonly ignores?: readonly string[];
  /**
   * The call that answers the same question as a file. The specification has one path for some lists and their files: who asks
   * this one for a file, by `Accept` or `responseType=blob`, is answered by that call.
   */
  readonly fileBy?: string;
  /** What stands in `Data` of a success; `file`: the answer is a file, a refusal still the envelope. */
  readonly data: z.ZodType | 'file';
}

export type Calls = Readonly<Record<string, CallSpec>>;

/** Keeps the literal types of a domain's calls while checking their shape. */
export const defineCalls = <const T extends Calls>(calls: T): T => calls;

type InputPart<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type ParsedPart<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

type InputParts<C extends CallSpec> = (C extends { query: infer Q } ? { query: InputPart<Q> } : { query?: undefined }) &
  (C extends { body: infer B } ? { body: InputPart<B> } : { body?: undefined }) &
  (C extends { encoding: 'multipart' } ? { files: readonly File[] } : { files?: undefined });

/**
 * What a caller hands over: query and body as plain values, before coercion. Of several calls what each takes, and not every query
 * with every body: that would be a hundred thousand types.
 */
export type CallInput<C extends CallSpec> = C extends CallSpec ? InputParts<C> : never;

/** What a handler receives: checked and coerced. */
export type ParsedInput<C extends CallSpec> = {
  query: C extends { query: infer Q } ? ParsedPart<Q> : undefined;
  body: C extends { body: infer B } ? ParsedPart<B> : undefined;
  files: C extends { encoding: 'multipart' } ? readonly UploadedFile[] : undefined;
};

/** A file that came with a call, whole and within the bounds of `upload`. Its name and type are the sender's claims. */
export interface UploadedFile {
  readonly name: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** A file that a call answered. */
export interface AnsweredFile {
  readonly name: string;
  readonly content: Blob;
}

/** `Data` of a success; for a file call the file. */
export type CallData<C extends CallSpec> = C['data'] extends z.ZodType ? z.output<C['data']> : AnsweredFile;

/** One asynchronous function a call; the web client and test clients have this shape. */
export type Client<T extends Calls> = { readonly [K in keyof T]: (input: CallInput<T[K]>) => Promise<CallData<T[K]>> };

/** The envelope of every reply. Its `Code` is the HTTP status, except for a call with a `refusalCode`, an import that brought in nothing and a write that the device did not take. */
export interface Envelope<Data> {
  Code: number;
  Data: Data;
  Message: string;
}

/** `Data` of a refusal because of bad input: one entry a field, in the caller's language. */
export interface FieldErrors {
  Fields: { Field: string; Message: string }[];
}

/** What a refusal of an act on several things carries: which of them it is about. Without them the rest can be done. */
export interface RefusedThings {
  RefusedIds: number[];
}
