import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../../access/index.ts';
import type { OwnProfile } from './figuresOf.ts';

/** The figures of a row of `compliance_profile_version v`. */
export const figuresInJson = sql`'sampleSeconds', v.sample_seconds, 'gapMinutes', v.gap_minutes, 'excursionMinutes', v.excursion_minutes,
  'maxError', v.max_error, 'answerMinutes', v.answer_minutes, 'keepYears', v.keep_years`;

/** The own profile behind an assignment, null under a standard as it is. @param column its version */
export const ownProfileOf = (_tenant: Tenant, column: string): RawBuilder<OwnProfile | null> => sql<OwnProfile | null>`(
  SELECT jsonb_build_object('profileId', own.id, 'name', own.name, 'version', v.version, ${figuresInJson})
  FROM compliance_profile_version v JOIN compliance_profile own ON own.id = v.profile_id WHERE v.id = ${sql.ref(column)})`;
