import { randomInt } from 'node:crypto';
import { accountErrors } from '@watchpost/contract';
import { system } from '../access/index.ts';
import type { OneWrite } from '../logs/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { hiddenMobile, isNumberOfAnother } from '../platform/phoneNumber.ts';
import { hashPassword } from './password.ts';
import { refusingTaken } from './refusingTaken.ts';
import { insertUser, isTaken } from './store.ts';

export interface NewAccount {
  /** As `mobileOf` writes it; a code has shown that it is the person's own. */
  readonly mobile: string;
  /** When the code showed it. */
  readonly provenAt: Date;
  /** Absent: one is made up, and the person may choose another once. */
  readonly account?: string | undefined;
  /** Absent: the person signs in by code until they set one. */
  readonly password?: string | undefined;
  /** Absent: the number with its middle hidden. */
  readonly nickname?: string | undefined;
}

/**
 * Makes the account of a person who registers themselves, in the transaction of the call, with its line in the operation log.
 *
 * @returns the user's id
 * @throws Refusal `mobileRegistered`, `accountTaken`, `accountIsNumber`
 */
export async function registerAccount({ transaction, log }: OneWrite, person: NewAccount): Promise<number> {
  const { mobile, provenAt, password } = person;
  if (person.account !== undefined && isNumberOfAnother(person.account, mobile)) {
    throw new Refusal(accountErrors.accountIsNumber);
  }
  const account = person.account ?? (await freeAccount(transaction));
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const nickname = person.nickname ?? hiddenMobile(mobile);
  const accountChosen = person.account !== undefined;
  const userId = await refusingTaken(() =>
    insertUser(system, transaction, {
      account,
      accountChosen,
      passwordHash,
      nickname,
      mobile,
      mobileProvenAt: provenAt,
    }),
  );
  const after = { account, nickname, mobile: hiddenMobile(mobile), hasPassword: passwordHash !== null };
  log({ companyId: null, userId, subject: { kind: 'account', id: userId, name: nickname }, after });
  return userId;
}

/** `user` and eight digits, not taken. */
async function freeAccount(transaction: OneWrite['transaction']): Promise<string> {
  for (;;) {
    const account = `user${String(randomInt(100_000_000)).padStart(8, '0')}`;
    if (!(await isTaken(system, transaction, 'account', account))) return account;
  }
}
