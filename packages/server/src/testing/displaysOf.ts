import { createHash, randomBytes } from 'node:crypto';
import { createTokens } from '../account/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { installationSecret } from '../platform/db/installationSecret.ts';
import { randomCode } from '../platform/randomCode.ts';

/** Data screens of a company and its walls. */
export interface DisplayIds {
  screenId: number;
  spareScreenId: number;
  displayId: number;
  spareDisplayId: number;
  pairingCode: string;
  pairingSecret: string;
  wallToken: string;
  freeScreenName: string;
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const secret = (): string => randomBytes(32).toString('base64url');

/** A wall that shows a code: the code, and what the wall alone knows. Asking for many would be a flood. */
export async function aPairing(db: Db, expires_at: Date): Promise<{ code: string; secret: string }> {
  const pairing = { code: randomCode(8), secret: secret() };
  const tokens = createTokens(await installationSecret(db, 'tokens'), systemClock);
  await db
    .insertInto('display_pairing')
    .values({
      code_hash: tokens.keyedHash(`pairing:${pairing.code}`),
      secret_hash: hashOf(pairing.secret),
      expires_at,
    })
    .execute();
  return pairing;
}

export async function displaysOf(
  db: Db,
  { companyId, projectId, userId }: { companyId: number; projectId: number; userId: number },
  marker: string,
): Promise<DisplayIds> {
  const at = new Date();
  const unique = randomBytes(4).toString('hex');
  const screen = async (name: string): Promise<number> => {
    const { id } = await db
      .insertInto('data_screen')
      .values({
        company_id: companyId,
        name: `${marker} ${name} ${unique}`,
        all_projects: false,
        stations: ['overview', 'projects'],
        station_seconds: 20,
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('data_screen_project').values({ data_screen_id: id, project_id: projectId }).execute();
    return id;
  };
  const screenId = await screen('screen');
  const display = async (name: string, token: string): Promise<number> => {
    const { id } = await db
      .insertInto('display')
      .values({
        data_screen_id: screenId,
        project_id: projectId,
        name: `${marker} ${name} ${unique}`,
        language: 'en',
        sound: false,
        from_hour: 0,
        until_hour: 24,
        token_hash: hashOf(token),
        token_from: at,
        paired_by: userId,
        paired_at: at,
        last_seen_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const wallToken = secret();
  const { code: pairingCode, secret: pairingSecret } = await aPairing(db, new Date(at.getTime() + 3_600_000));
  return {
    screenId,
    spareScreenId: await screen('spare screen'),
    displayId: await display('wall', wallToken),
    spareDisplayId: await display('spare wall', secret()),
    pairingCode,
    pairingSecret,
    wallToken,
    freeScreenName: `${marker} new ${unique}`,
  };
}
