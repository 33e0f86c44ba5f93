import { createRequire } from 'node:module';
import type { Readable, Writable } from 'node:stream';
import type { Submittable } from 'pg';

/** Handed to `client.query`; knows how many rows went through once its stream has ended. */
export type CopyOut = Readable & Submittable & { readonly rowCount: number };
export type CopyIn = Writable & Submittable & { readonly rowCount: number };

// The package comes without types.
const streams = createRequire(import.meta.url)('pg-copy-streams') as {
  to(text: string): CopyOut;
  from(text: string): CopyIn;
};

export const copyOut = (text: string): CopyOut => streams.to(text);
export const copyIn = (text: string): CopyIn => streams.from(text);
