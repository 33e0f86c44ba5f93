import { CallError } from '../lib/CallError.ts';

/** The order of the device that a report was refused for, open or accepted a short time ago; null: none. */
export function orderBefore(error: Error | null): { id: number; isAccepted: boolean } | null {
  if (!(error instanceof CallError) || error.code !== 409 || error.ids[0] === undefined) return null;
  return { id: error.ids[0], isAccepted: error.fields.some(({ Field }) => Field === 'ReworkOf') };
}
