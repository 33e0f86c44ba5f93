import { randomBytes } from 'node:crypto';
import {
  commonErrors,
  type InvitedAccess,
  type invitationCalls,
  type invitingCalls,
  peopleErrors,
} from '@watchpost/contract';
import { mayInCompany, needGrants, needInCompany, system } from '../../access/index.ts';
import {
  answerSession,
  askerOf,
  checkCode,
  countFailed,
  findUser,
  findUserByMobile,
  type JoiningDeps,
  limitsByNetwork,
  markMobileProven,
  openSession,
  registerAccount,
  type Tokens,
  useCode,
} from '../../account/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { needMobile } from '../../platform/phoneNumber.ts';
import { changePeople, type PeopleDeps } from '../changePeople.ts';
import { companyWide } from '../mayGive.ts';
import { needMayGive } from '../members/mayChange.ts';
import { needMayShow } from '../members/setLimits.ts';
import { acceptInvitation, hashOfInvitation, needOpen } from './acceptInvitation.ts';
import { presentInvitation, presentInvitationInfo } from './present.ts';
import {
  findInvitation,
  findInvitationByToken,
  type Invitation,
  insertInvitation,
  markRevoked,
  type PromisedAccess,
  pageInvitations,
} from './store.ts';

export interface InvitationDeps extends PeopleDeps, JoiningDeps {
  tokens: Tokens;
  longestSignInMs: number;
}

/** Spec §5.3. */
const invitationLifetimeMs = 24 * 3_600_000;
/** 144 bits, which nobody guesses, in 24 characters of a link. */
const invitationCodeBytes = 18;
/** From one network: who mistypes or opens old links needs a few. */
const wrongCodesAllowed = { count: 30, withinMs: 10 * 60_000 };

const promisedAccess = ({ DeviceMode, ReadWrite, DeviceIdList, AlarmLevelList }: InvitedAccess): PromisedAccess => {
  const canWrite = ReadWrite === 'readWrite';
  return {
    devices: DeviceMode,
    canWrite,
    alarmLevels: [...new Set(AlarmLevelList)].sort(),
    listed: DeviceMode === 'all' ? [] : [...new Set(DeviceIdList)].map((deviceId) => ({ deviceId, canWrite })),
  };
};

/** As the operation log says it of a member. */
const inLog = (access: PromisedAccess | undefined): object =>
  access === undefined
    ? {}
    : {
        devices: access.devices,
        ...(access.devices === 'all' ? { canWrite: access.canWrite } : { listed: access.listed }),
        alarmLevels: access.alarmLevels,
      };

export const invitationHandlers = (deps: InvitationDeps): Handlers<typeof invitationCalls & typeof invitingCalls> => {
  const { db, clock } = deps;
  /** @throws Refusal `tooManyRequests` where too many codes from this network let nobody in */
  const openInvitation = (address: string, code: string): Promise<Invitation> =>
    countFailed(deps, limitsByNetwork('invitation', address, wrongCodesAllowed), async () => {
      const now = new Date(clock.now());
      const invitation = await findInvitationByToken(system, db, hashOfInvitation(code), { now, forUse: false });
      needOpen(invitation);
      return invitation;
    });
  return {
    addInvitation: (context, { body }) =>
      changePeople(deps, context, async ({ changer, transaction, log }) => {
        const projectRoles = [
          ...new Map(
            body.ProjectRoleList.map(({ SubareaId, RoleId }) => [SubareaId, { projectId: SubareaId, roleId: RoleId }]),
          ).values(),
        ];
        const companyRoleId = body.CompanyRoleId ?? null;
        if (companyRoleId !== null) needInCompany(changer, ['membersEdit']);
        if (!mayInCompany(changer, ['membersEdit']) && projectRoles.length === 0) {
          throw new Refusal(peopleErrors.projectNeeded);
        }
        const access = new Map(body.DataAccessList.map((each) => [each.SubareaId, promisedAccess(each)]));
        const invitedTo = new Set(projectRoles.map(({ projectId }) => projectId));
        if ([...access.keys()].some((projectId) => !invitedTo.has(projectId)))
          throw new Refusal(peopleErrors.accessWithoutRole);
        const roles = await needMayGive(changer, transaction, [
          ...(companyRoleId === null ? [] : [{ roleId: companyRoleId, projectId: companyWide }]),
          ...projectRoles,
        ]);
        for (const [projectId, limit] of access) await needMayShow(changer, transaction, projectId, limit);
        const code = randomBytes(invitationCodeBytes).toString('base64url');
        const now = clock.now();
        const expiresAt = now + invitationLifetimeMs;
        const id = await insertInvitation(changer.grants, transaction, {
          tokenHash: hashOfInvitation(code),
          companyRoleId,
          projectRoles: projectRoles.map((role) => ({ ...role, access: access.get(role.projectId) ?? null })),
          note: body.Note,
          createdBy: changer.userId,
          at: new Date(now),
          expiresAt: new Date(expiresAt),
        });
        log({
          companyId: changer.grants.companyId,
          projectId: projectRoles.length === 1 ? projectRoles[0]!.projectId : null,
          subject: { kind: 'invitation', id, name: body.Note },
          after: {
            ...(companyRoleId === null ? {} : { role: roles.get(companyRoleId)?.name }),
            projects: projectRoles.map(({ projectId, roleId }) => ({
              projectId,
              role: roles.get(roleId)?.name,
              ...inLog(access.get(projectId)),
            })),
          },
        });
        return { InvitationId: id, InvitationCode: code, ExpireEPOCH: expiresAt };
      }),

    async getInvitationPage({ caller, language }, { query }) {
      const grants = needGrants(caller);
      const seesAll = mayInCompany(caller, ['membersView', 'membersEdit']);
      const { rows, count } = await pageInvitations(
        grants,
        db,
        { createdBy: seesAll ? null : caller.userId, state: query.State, now: new Date(clock.now()) },
        { limit: query.pageSize, offset: (query.pageIndex - 1) * query.pageSize },
      );
      return { Data: rows.map((row) => presentInvitation(row, language)), TotalCount: count };
    },

    revokeInvitation: (context, { body }) =>
      changePeople(deps, context, async ({ changer, transaction, log }) => {
        const now = new Date(clock.now());
        const invitation = await findInvitation(changer.grants, transaction, body.InvitationId, now);
        const isHis = invitation?.created_by === changer.userId || mayInCompany(changer, ['membersEdit']);
        if (!invitation || !isHis) throw new Refusal(commonErrors.notFound);
        needOpen(invitation);
        await markRevoked(changer.grants, transaction, invitation.id, now);
        log({
          companyId: changer.grants.companyId,
          subject: { kind: 'invitation', id: invitation.id, name: invitation.note },
          before: { state: 'open' },
          after: { state: 'revoked' },
        });
        return null;
      }),

    async getInvitationInfo({ address, language }, { query }) {
      return presentInvitationInfo(await openInvitation(address, query.code), language);
    },

    async acceptInvitation(context, { body }) {
      const { caller, language } = context;
      const invitation = await inOneWrite(deps, context, async (write) => {
        const user = await findUser(system, write.transaction, caller.userId);
        if (!user) throw new Refusal(commonErrors.sessionExpired);
        const { id: userId, nickname: name } = user;
        return acceptInvitation(deps, write, {
          code: body.InvitationCode,
          userId,
          name,
          language,
          keepSession: caller.sessionId,
        });
      });
      return {
        CompanyId: invitation.company_id,
        CompanyName: inLanguage(invitation.company_name, invitation.company_name_en, language),
      };
    },

    async loginOrRegisterByInvitation(context, { body }) {
      const { language } = context;
      const mobile = needMobile('Mobile', body.Mobile, body.Region, language);
      await openInvitation(context.address, body.InvitationCode);
      const target = { channel: 'sms', to: mobile } as const;
      const right = await checkCode(deps, { purpose: 'invitation', target, from: askerOf(context) }, body.SMSCode);
      let isNew = false;
      let company = { id: 0, name: '' };
      const session = await openSession(deps, context, async (write) => {
        await useCode(write.transaction, right, clock.now());
        const known = await findUserByMobile(system, write.transaction, mobile);
        isNew = known === undefined;
        const provenAt = new Date(clock.now());
        const userId = known?.id ?? (await registerAccount(write, { mobile, provenAt, nickname: body.RealName }));
        if (known) await markMobileProven(system, write.transaction, userId, provenAt);
        const user = await findUser(system, write.transaction, userId);
        const invitation = await acceptInvitation(deps, write, {
          code: body.InvitationCode,
          userId,
          name: body.RealName ?? user?.nickname ?? '',
          language,
          keepSession: null,
        });
        const { company_id: id, company_name: name, company_name_en: nameEn } = invitation;
        company = { id, name: inLanguage(name, nameEn, language) };
        return userId;
      });
      return {
        ...answerSession(context, session),
        IsNew: isNew,
        CompanyId: company.id,
        CompanyName: company.name,
      };
    },
  };
};
