import type { FieldErrors, RefusedThings } from '@watchpost/contract';

/**
 * Why a call gave nothing. `message` is fit for the screen, in the language of the call.
 *
 * `code` is the HTTP status the server answered; 0 means that no answer came (no network, server down).
 */
export class CallError extends Error {
  readonly code: number;
  /** What is wrong with which field, when the server refused the input; field names are the wire's. */
  readonly fields: FieldErrors['Fields'];
  /** Of an act on several things that was refused: which of them stand in the way; empty: the server did not say. */
  readonly ids: RefusedThings['RefusedIds'];

  constructor(
    code: number,
    message: string,
    fields: FieldErrors['Fields'] = [],
    ids: RefusedThings['RefusedIds'] = [],
  ) {
    super(message);
    this.name = 'CallError';
    this.code = code;
    this.fields = fields;
    this.ids = ids;
  }
}
