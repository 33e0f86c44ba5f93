import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { type CodePurpose, codePurposes, minuteMs } from '@watchpost/contract';
import { createTokens } from '../account/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { installationSecret } from '../platform/db/installationSecret.ts';
import { aUser } from './factories.ts';

/** What accounts can be entered and proven by; most of it is good once. */
export interface Openings {
  /** Of the member. */
  ownMobile: string;
  /** Nobody's, and the address that goes with it. */
  mobile: string;
  email: string;
  /** Good for every purpose at both numbers and the address. */
  code: string;
  /** Another sign-in of the member. */
  sessionId: string;
  signInCode: string;
  /** Of a company that waits to be let in. */
  applicationId: number;
  /** A member whose account the company made. */
  madeUserId: number;
}

/** Everything anew, for calls that use it up. */
export async function openingsOf(
  db: Db,
  { companyId, userId }: { companyId: number; userId: number },
): Promise<Openings> {
  const now = systemClock.now();
  const number = () => `139${String(randomInt(100_000_000)).padStart(8, '0')}`;
  const [ownMobile, mobile, applicant] = [number(), number(), number()];
  const email = `${mobile}@example.com`;
  await db.updateTable('app_user').set({ mobile: ownMobile }).where('id', '=', userId).execute();

  const code = '246810';
  const tokens = createTokens(await installationSecret(db, 'tokens'), systemClock);
  const purposes = Object.keys(codePurposes) as CodePurpose[];
  await db
    .insertInto('verification_code')
    .values(
      [ownMobile, mobile, email].flatMap((target) =>
        purposes.map((purpose) => ({
          purpose,
          target,
          code_hash: tokens.keyedHash(`code:${purpose}:${target}:${code}`),
          network: 'test',
          // Long enough ago that another may be asked for.
          created_at: new Date(now - 10 * minuteMs),
          expires_at: new Date(now + 60 * minuteMs),
          tries_left: 5,
          foreign_tries_left: 5,
        })),
      ),
    )
    .execute();
  // Earlier calls from this address do not count.
  await db.deleteFrom('counted_call').execute();

  const sessionId = randomUUID();
  await db
    .insertInto('session_family')
    .values({ id: sessionId, user_id: userId, created_at: new Date(now) })
    .execute();
  const signInCode = randomBytes(32).toString('base64url');
  await db
    .insertInto('sign_in_code')
    .values({
      code_hash: createHash('sha256').update(signInCode).digest(),
      user_id: userId,
      company_id: companyId,
      created_at: new Date(now),
      expires_at: new Date(now + 60 * minuteMs),
    })
    .execute();
  const { id: applicationId } = await db
    .insertInto('company_application')
    .values({
      company_name: 'Newcomers',
      industry: 1,
      full_name: 'Applicant',
      mobile: applicant,
      language: 'en',
      applied_at: new Date(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const madeUserId = await aUser(db);
  await db.updateTable('app_user').set({ created_by_company_id: companyId }).where('id', '=', madeUserId).execute();
  await db.insertInto('membership').values({ company_id: companyId, user_id: madeUserId }).execute();
  return { ownMobile, mobile, email, code, sessionId, signInCode, applicationId, madeUserId };
}
