import { system, type UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { Translate } from '../platform/http/callServer.ts';
import { mapTexts } from './mapTexts.ts';
import { allTranslations } from './store.ts';
import { TextPairs } from './TextPairs.ts';

/**
 * Says texts of a company to its English readers in English, and reads what comes back from their screens as it was typed at
 * first. Reads the pairs once: they are written before the server opens. See decision 0110.
 */
export async function createTranslate(db: DbOrTransaction): Promise<Translate<{ readonly tenant: UserTenant }>> {
  const ofCompany = new Map<number, TextPairs>();
  for (const [companyId, rows] of Map.groupBy(await allTranslations(system, db), (row) => row.companyId)) {
    ofCompany.set(companyId, new TextPairs(rows.map(({ text, english }) => [text, english])));
  }
  return ({ tenant }, language) => {
    const pairs = language === 'en' ? ofCompany.get(tenant.companyId) : undefined;
    if (!pairs) return null;
    return {
      asked: (input) => mapTexts(input, (text) => pairs.asTyped(text)),
      answered: (answer) => mapTexts(answer, (text) => pairs.inEnglish(text)),
    };
  };
}
