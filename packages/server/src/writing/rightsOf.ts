import { commonErrors } from '@watchpost/contract';
import { type Caller, type WriteRights, writeRightsOf } from '../access/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { LiveValues } from '../points/index.ts';
import type { Writing } from './Writing.ts';

/** What the handlers of writing work with. */
export interface WriteDeps {
  db: Db;
  clock: Clock;
  live: LiveValues;
  writing: Writing;
}

/** What the caller may write to, beyond the right itself. */
export function rightsOf(caller: Caller): WriteRights {
  if (!caller.grants) throw new Refusal(commonErrors.notYourCompany);
  return writeRightsOf(caller.grants);
}
