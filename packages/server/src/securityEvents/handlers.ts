import { type AllCalls, commonErrors, type ParsedInput, type securityEventCalls } from '@watchpost/contract';
import { type Caller, needInCompany, zoneOf } from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { rowRange } from '../platform/http/rowRange.wire.ts';
import { endOfLocal, epochOfLocal } from '../platform/zonedTime.ts';
import { presentEvent } from './present.ts';
import { countEvents, listEvents, type SecurityEventFilter } from './store.ts';

export const securityEventHandlers = ({ db }: { db: Db }): Handlers<typeof securityEventCalls> => ({
  async getSecurityEventPage({ caller, language }, { body }) {
    const filter = await securityEventQuestion(db, caller, body);
    const rows = await listEvents(caller.tenant, db, filter, rowRange(body));
    return {
      Data: rows.map((row) => presentEvent(row, language)),
      TotalCount: await countEvents(caller.tenant, db, filter),
    };
  },
});

/** The filter as the store asks it, once the caller may read the events of the company. */
export async function securityEventQuestion(
  db: Db,
  caller: Caller,
  body: ParsedInput<AllCalls['getSecurityEventPage']>['body'],
): Promise<SecurityEventFilter> {
  if (!caller.grants) throw new Refusal(commonErrors.notYourCompany);
  needInCompany(caller, ['securityEvents']);
  const timeZone = await zoneOf(caller.tenant, db, null);
  const from = body.StartTime === undefined ? null : epochOfLocal(body.StartTime, timeZone);
  const end = body.EndTime === undefined ? null : endOfLocal(body.EndTime, timeZone);
  return {
    kinds: body.KindList && body.KindList.length > 0 ? body.KindList : undefined,
    text: body.Text,
    from: from === null ? undefined : new Date(from),
    // The store leaves its end out.
    until: end === null ? undefined : new Date(end + 1),
  };
}
