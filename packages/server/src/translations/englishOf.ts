import { system } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { allTranslations } from './store.ts';
import { TextPairs } from './TextPairs.ts';

/** Those of a company's texts that have an English side, with it: for documents that are handed out in both languages. */
export async function englishOf(
  db: DbOrTransaction,
  companyId: number,
  texts: readonly string[],
): Promise<Record<string, string>> {
  const own = (await allTranslations(system, db)).filter((row) => row.companyId === companyId);
  const pairs = new TextPairs(own.map(({ text, english }) => [text, english]));
  const found = [...new Set(texts)].sort().map((text) => [text, own.length === 0 ? text : pairs.inEnglish(text)]);
  return Object.fromEntries(found.filter(([text, english]) => text !== english));
}
