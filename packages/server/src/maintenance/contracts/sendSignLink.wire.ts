import { createHash } from 'node:crypto';
import {
  type AllCalls,
  accountErrors,
  type CallData,
  commonErrors,
  contractParties,
  hourMs,
  maintenanceErrors,
  type ParsedInput,
  repairErrors,
  signLinkHours,
} from '@watchpost/contract';
import { type Caller, zoneOf } from '../../access/index.ts';
import { countCall } from '../../account/index.ts';
import { inOneWrite } from '../../logs/index.ts';
import type { CallContext } from '../../platform/http/callServer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hiddenMobile, internationalMobile, needMobile } from '../../platform/phoneNumber.ts';
import { randomCode } from '../../platform/randomCode.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { type MaintenanceDeps, tellMaintenance } from '../deps.ts';
import { lockContract } from './contract.store.ts';
import { documentHash } from './document.ts';
import { needOtherSignatory } from './signContract.ts';
import { replaceSignLink } from './signLink.store.ts';

/** 128 bits in base32. */
const linkLength = 26;
/** A company signs few contracts a day; a number is that of one person. Our choice. */
const linksOfCompany = { count: 50, withinMs: 24 * hourMs };
const linksToNumber = { count: 10, withinMs: 24 * hourMs };

/** What is kept of a link. */
export const hashOfLink = (link: string): Buffer => createHash('sha256').update(link).digest();

/**
 * Sends somebody without an account a link by which they sign a contract for one party. One that was sent before for the party
 * counts no more.
 *
 * @throws Refusal `signedAlready`, `signedForOther`, `contractOver`, `signLinksToday`, `noSmsService`, `signLinkNotSent`
 */
export async function sendSignLink(
  deps: MaintenanceDeps,
  context: Pick<CallContext<Caller>, 'caller' | 'language' | 'call' | 'address' | 'userAgent' | 'markLogged'>,
  body: ParsedInput<AllCalls['sendSignLink']>['body'],
): Promise<CallData<AllCalls['sendSignLink']>> {
  const { db, clock, messenger, publicUrl, log } = deps;
  const { caller, language } = context;
  const { tenant } = caller;
  const { companyId } = tenant;
  const base = publicUrl ?? body.Address;
  if (base === undefined) throw new Refusal(repairErrors.noAddress);
  if (messenger.sms === null) throw new Refusal(accountErrors.noSmsService);
  const mobile = needMobile('Mobile', body.Mobile, body.Region, language);
  const now = clock.now();
  const refuse = () => new Refusal(maintenanceErrors.signLinksToday);
  await countCall(db, now, [
    { key: `signLink:${companyId}`, allowance: linksOfCompany, refuse },
    { key: `signLink:${companyId}:${mobile}`, allowance: linksToNumber, refuse },
  ]);
  const link = randomCode(linkLength);
  const expiresAt = new Date(now + signLinkHours * hourMs);
  const contract = await inOneWrite(deps, context, async (write) => {
    const { transaction } = write;
    const today = localOfEpoch(now, await zoneOf(tenant, transaction)).slice(0, 10);
    const contract = await lockContract(tenant, transaction, body.ContractId, today);
    if (!contract) throw new Refusal(commonErrors.notFound);
    if (contract.terminated_at !== null) throw new Refusal(maintenanceErrors.contractOver);
    await needOtherSignatory(tenant, write, contract, { party: body.Party, userId: null, mobile });
    await replaceSignLink(tenant, transaction, {
      ...{ contract_id: contract.id, party: body.Party, token_hash: hashOfLink(link), name: body.Name, mobile },
      ...{ hash: documentHash(contract), made_by: caller.userId, made_at: new Date(now), expires_at: expiresAt },
    });
    write.log({
      companyId,
      projectId: null,
      subject: { kind: 'maintenanceContract', id: contract.id, name: contract.name },
      after: { signedBy: body.Party, signatory: body.Name, signLinkTo: hiddenMobile(mobile) },
    });
    tellMaintenance(deps, write, companyId);
    return contract;
  });
  const url = `${base.replace(/\/+$/, '')}/sign/${link}`;
  const party = contractParties[body.Party][language];
  const text =
    language === 'zh'
      ? `【Watchpost 哨站】${body.Name}，请代表${party}签署维保合同“${contract.name}”（${contract.number}）：${url} ，${signLinkHours}小时内有效，签署时向本机发送验证码。`
      : `Watchpost: ${body.Name}, please sign the maintenance contract “${contract.name}” (${contract.number}) for ${party}: ${url} Good for ${signLinkHours} hours; signing takes a code to this phone.`;
  try {
    await messenger.sendSms({
      key: `sign-${hashOfLink(link).toString('hex').slice(0, 32)}`,
      to: internationalMobile(mobile),
      text,
      fields: { name: body.Name, contract: contract.name, number: contract.number, url, mobile },
    });
  } catch (error) {
    log.warn({ err: error }, 'A link to sign a contract could not be sent');
    throw new Refusal(maintenanceErrors.signLinkNotSent);
  }
  return { Mobile: hiddenMobile(mobile), ExpireEpoch: expiresAt.getTime(), InTestInbox: messenger.sms === 'inbox' };
}
