import type { CallName, Envelope } from '@watchpost/contract';
import { hashPassword } from '../account/index.ts';
import { makeCall, type TestApplication } from './application.ts';
import { filesOf, type Ids, writeFilesOf } from './equippedCompany.ts';
import { fixtures } from './fixtures.ts';
import { sampleInputs } from './sampleInputs.ts';

/** What a question names, by default the sample of a call, and an earlier question may have used up, made anew. */
export type FreshIds = (name: CallName, question?: (ids: Ids) => unknown) => Promise<Partial<Ids>>;

export function createFreshIds(
  { database: { db }, dataDir, url }: TestApplication,
  ours: Ids,
  marker: string,
): FreshIds {
  const supplies: readonly (() => Promise<Partial<Ids>>)[] = [
    async () => {
      // Those before may have been deleted by now, and nobody keeps hundreds that nothing shows.
      await forgetFiles();
      const files = await filesOf(db, ours, marker);
      await writeFilesOf(dataDir, files, marker);
      return files;
    },
    ...fixtures.map((make) => () => make(db, ours, marker)),
    () => firstSignIn(),
  ];
  const namesOf = new Map<(typeof supplies)[number], string[]>();

  return async (name, question = sampleInputs[name]) => {
    const asked = namesAskedBy(question);
    const fresh: Partial<Ids> = {};
    for (const supply of supplies) {
      let names = namesOf.get(supply);
      if (!names) {
        names = Object.keys(await supply());
        namesOf.set(supply, names);
      }
      if (names.some((each) => asked.has(each))) Object.assign(fresh, await supply());
    }
    return fresh;
  };

  function namesAskedBy(question: (ids: Ids) => unknown): ReadonlySet<string> {
    const asked = new Set<string>();
    const watched = new Proxy(ours, {
      get: (ids, key) => {
        asked.add(String(key));
        return Reflect.get(ids, key);
      },
    });
    question(watched);
    return asked;
  }

  /** Uploads of the member that nothing shows. */
  function forgetFiles() {
    return db
      .deleteFrom('uploaded_file')
      .where('user_id', '=', ours.userId)
      .where('id', 'not in', (eb) => eb.selectFrom('file_in_use').where('file_id', 'is not', null).select('file_id'))
      .execute();
  }

  async function firstSignIn(): Promise<{ refreshToken: string; password: string }> {
    // Another call may have changed it, and guesses by strangers may have closed the door.
    await db.deleteFrom('counted_call').execute();
    const password_hash = await hashPassword(ours.password);
    await db.updateTable('app_user').set({ password_hash }).where('id', '=', ours.userId).execute();
    const body = { account: ours.account, pwd: ours.password };
    const { envelope } = await makeCall(url, 'loginByBody', { body });
    return {
      refreshToken: (envelope as Envelope<{ RefreshToken: string }>).Data.RefreshToken,
      password: ours.password,
    };
  }
}
