import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../../access/index.ts';

/**
 * Whether an alarm `a` was hidden at a moment: by what still hides it, from its beginning until it was first shown, or between
 * two steps of its journal. For alarms that are visible to the tenant. A time whose end nobody wrote down counts as none.
 */
export const hiddenAt = (_tenant: Tenant, at: Date): RawBuilder<boolean> => sql<boolean>`(
  coalesce(a.hidden_by IS NOT NULL AND a.hidden_since <= ${at}, false) OR coalesce(a.shown_late_at > ${at}, false)
  OR (EXISTS (SELECT FROM alarm_journal j WHERE j.alarm_id = a.id AND j.kind = 'shown' AND j.at > ${at})
    AND (SELECT j.kind FROM alarm_journal j WHERE j.alarm_id = a.id AND j.kind IN ('hidden', 'shown') AND j.at <= ${at}
         ORDER BY j.at DESC, j.id DESC LIMIT 1) IS NOT DISTINCT FROM 'hidden'))`;
