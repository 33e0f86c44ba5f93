import { type Bilingual, maintenanceCalls } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { holdersInCompany } from '../../people/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { insertWorkMessages } from '../../work/index.ts';
import type { SignatureRow } from '../contracts/contract.store.ts';

interface Told {
  readonly companyId: number;
  readonly contract: { readonly id: number; readonly name: string; readonly number: string };
  /** Who did it, and knows; null: no member. */
  readonly byUserId: number | null;
  readonly at: Date;
}

const nameOf = ({ name, number }: Told['contract']): Bilingual => ({
  zh: `维保合同“${name}”（${number}）`,
  en: `Maintenance contract “${name}” (${number})`,
});

const tell = (
  transaction: DbOrTransaction,
  { companyId, contract, byUserId, at }: Told,
  userIds: readonly number[],
  text: Bilingual,
): Promise<void> => {
  const name = nameOf(contract);
  return insertWorkMessages(system, transaction, {
    ...{ companyId, projectId: null, at, userIds: userIds.filter((userId) => userId !== byUserId) },
    about: { kind: 'contract', id: contract.id },
    text: { zh: `${name.zh}${text.zh}`, en: `${name.en} ${text.en}` },
  });
};

/** Tells those who may sign that a contract waits for them. @param signed who signed it already */
export async function tellWhoSigns(
  transaction: DbOrTransaction,
  told: Told,
  signed: readonly Pick<SignatureRow, 'user_id'>[],
): Promise<void> {
  const able = await holdersInCompany(system, transaction, told.companyId, maintenanceCalls.signContract.access);
  const others = able.filter((userId) => !signed.some(({ user_id }) => user_id === userId));
  await tell(transaction, told, others, { zh: '待签署', en: 'is to be signed' });
}

/** Tells who sent the link that it was signed by. */
export const tellSignedByLink = (
  transaction: DbOrTransaction,
  told: Told,
  { sentBy, name }: { sentBy: number | null; name: string },
): Promise<void> =>
  tell(transaction, told, sentBy === null ? [] : [sentBy], {
    zh: `已由${name}凭链接签署`,
    en: `was signed by ${name} by the link`,
  });

/** Tells those whose signatures became void by a change. */
export const tellVoid = (
  transaction: DbOrTransaction,
  told: Told,
  signatures: readonly Pick<SignatureRow, 'user_id'>[],
): Promise<void> =>
  tell(
    transaction,
    told,
    signatures.flatMap(({ user_id }) => user_id ?? []),
    { zh: '内容已变更，您的签署作废，须重新签署', en: 'was changed: your signature is void, sign it again' },
  );
