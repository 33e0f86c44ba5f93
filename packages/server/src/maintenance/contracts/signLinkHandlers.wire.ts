import { maintenanceErrors, type signLinkCalls } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import {
  askerOf,
  checkCode,
  countFailed,
  findUserByMobile,
  limitsByNetwork,
  presentSentCode,
  sendCode,
  useCode,
} from '../../account/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hiddenMobile } from '../../platform/phoneNumber.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import type { MaintenanceDeps } from '../deps.ts';
import { tellSignedByLink } from '../messages/tellOfContract.ts';
import { contractFile } from '../papers/contractFile.wire.ts';
import { presentContract } from '../present.ts';
import { type ContractRow, findContract, lockContract } from './contract.store.ts';
import { documentHash } from './document.ts';
import { hashOfLink } from './sendSignLink.wire.ts';
import { signContract } from './signContract.ts';
import { findSignLink, type SignLink, useSignLink } from './signLink.store.ts';

/** From one network: who mistypes or opens old links needs a few. */
const wrongLinksAllowed = { count: 30, withinMs: 10 * 60_000 };

/** @throws Refusal `signLinkVoid`: the contract is another one than the link was sent for, or has ended */
function needSameDocument(link: SignLink, contract: ContractRow | null): asserts contract is ContractRow {
  const isSame = contract !== null && contract.terminated_at === null && documentHash(contract) === link.hash;
  if (!isSame) throw new Refusal(maintenanceErrors.signLinkVoid);
}

/** A contract is read and signed by a link: no account, but the phone that the link was sent to. */
export function signLinkHandlers(deps: MaintenanceDeps): Handlers<typeof signLinkCalls> {
  const { db, clock } = deps;

  /** @throws Refusal `signLinkUnknown`, or `tooManyRequests` where too many of this network were wrong */
  const needLink = (address: string, link: string): Promise<SignLink> =>
    countFailed(deps, limitsByNetwork('signLink', address, wrongLinksAllowed), async () => {
      const found = await findSignLink(system, db, hashOfLink(link), new Date(clock.now()));
      if (!found) throw new Refusal(maintenanceErrors.signLinkUnknown);
      return found;
    });
  const needUnused = ({ used_at }: SignLink): void => {
    if (used_at !== null) throw new Refusal(maintenanceErrors.signLinkUsed);
  };
  const todayOf = ({ time_zone }: SignLink): string => localOfEpoch(clock.now(), time_zone).slice(0, 10);
  const targetOf = ({ mobile }: SignLink) => ({ channel: 'sms', to: mobile }) as const;

  return {
    async getSignPage({ address, language }, { query }) {
      const link = await needLink(address, query.Link);
      const today = todayOf(link);
      const contract = await findContract(system, db, link.contract_id, today);
      needSameDocument(link, contract);
      const row = presentContract(contract, today, language);
      const { ContractName, ContractNumber, PartyA, TeamName, StartDate, EndDate, Cycle, CycleCount } = row;
      const { FirstDate, Amount, TargetList, Note, State, SignatureList } = row;
      return {
        ...{ ContractName, ContractNumber, PartyA, TeamName, StartDate, EndDate, Cycle, CycleCount, FirstDate },
        ...{ Amount, TargetList, Note, State, SignatureList, Hash: link.hash },
        ProjectNameList: row.ProjectList.map(({ ProjectName }) => ProjectName),
        TemplateNameList: row.TemplateList.map(({ TemplateName }) => TemplateName),
        ...{ Party: link.party, Name: link.name, Mobile: hiddenMobile(link.mobile) },
        ...{ ExpireEpoch: link.expires_at.getTime(), IsSigned: link.used_at !== null },
      };
    },

    async downloadSignDocument({ address, language }, { query }) {
      const link = await needLink(address, query.Link);
      needSameDocument(link, await findContract(system, db, link.contract_id, todayOf(link)));
      const reader = { tenant: system, timeZone: link.time_zone, language };
      return contractFile(deps, reader, link.contract_id, query.Kind);
    },

    async sendSignCode(context, { body }) {
      const link = await needLink(context.address, body.Link);
      needUnused(link);
      const { language } = context;
      const accountId = (await findUserByMobile(system, db, link.mobile))?.id ?? null;
      const asked = { purpose: 'signContract', target: targetOf(link), from: askerOf(context) } as const;
      return presentSentCode(await sendCode(deps, { ...asked, accountId, language }));
    },

    async signByLink(context, { body }) {
      const link = await needLink(context.address, body.Link);
      needUnused(link);
      const asked = { purpose: 'signContract', target: targetOf(link), from: askerOf(context) } as const;
      const code = await checkCode(deps, asked, body.Code);
      return inOneWrite(deps, context, async (write) => {
        const { transaction } = write;
        const today = todayOf(link);
        const contract = await lockContract(system, transaction, link.contract_id, today);
        needSameDocument(link, contract);
        await useCode(transaction, code, clock.now());
        const isOurs = await useSignLink(system, transaction, hashOfLink(body.Link), new Date(clock.now()));
        if (!isOurs) throw new Refusal(maintenanceErrors.signLinkUsed);
        const { party, name, mobile, company_id: companyId } = link;
        const signatory = { party, name, userId: null, proof: 'sms' as const, mobile };
        const State = await signContract(deps, { companyId }, write, { contract, hash: body.Hash, signatory, today });
        const told = { companyId, contract, byUserId: null, at: new Date(clock.now()) };
        await tellSignedByLink(transaction, told, { sentBy: link.made_by, name });
        return { State };
      });
    },
  };
}
