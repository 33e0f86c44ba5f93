import { createHash } from 'node:crypto';
import { accountErrors, type ErrorEntry, type Language, peopleErrors } from '@watchpost/contract';
import { grantsOfUser, lockPeople, system } from '../../access/index.ts';
import { type JoiningDeps, needOwnAccount } from '../../account/index.ts';
import type { OneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { beyond, companyWide } from '../mayGive.ts';
import { insertEntries, membersInside } from '../members/entries.store.ts';
import { inheritLimits } from '../members/inheritLimits.ts';
import { devicesOfProject, limitsIn, writeLimits } from '../members/limit.store.ts';
import { needMayGive, type PlacedRole } from '../members/mayChange.ts';
import { isWithin } from '../members/seesMore.ts';
import { findMembers, insertMemberships } from '../members/store.ts';
import { findDefaultRole } from '../roles/store.ts';
import { findInvitationByToken, type Invitation, type InvitationState, markUsed } from './store.ts';

/** Only the hash is kept: who reads the database cannot join. */
export const hashOfInvitation = (code: string): Buffer => createHash('sha256').update(code).digest();

const refusals: Record<Exclude<InvitationState, 'open'>, ErrorEntry> = {
  used: peopleErrors.invitationUsed,
  expired: peopleErrors.invitationExpired,
  revoked: peopleErrors.invitationRevoked,
};

/** Refuses an invitation that lets nobody in, and says why. */
export function needOpen(invitation: Invitation | undefined): asserts invitation is Invitation {
  if (!invitation) throw new Refusal(peopleErrors.invitationUnknown);
  if (invitation.state !== 'open') throw new Refusal(refusals[invitation.state]);
}

/**
 * Lets a user into the company as their invitation says, in the transaction of their call. It is worth what its author may give at
 * this moment: when the author has left or lost the right, it is worth nothing.
 */
export async function acceptInvitation(
  deps: JoiningDeps,
  write: OneWrite,
  {
    code,
    userId,
    name,
    language,
    keepSession,
  }: {
    code: string;
    userId: number;
    /** In the company. */
    name: string;
    language: Language;
    /** The sign-in in which they accept; null: a code from their phone let them in. */
    keepSession: string | null;
  },
): Promise<Invitation> {
  const { clock, events } = deps;
  const { transaction, log, afterCommit } = write;
  const now = new Date(clock.now());
  const token = hashOfInvitation(code);
  const found = await findInvitationByToken(system, transaction, token, { now, forUse: false });
  needOpen(found);
  const tenant = { companyId: found.company_id };
  // First the company, as everybody who changes its people, then the invitation: it may be used or revoked meanwhile.
  await lockPeople(tenant, transaction);
  const invitation = await findInvitationByToken(system, transaction, token, { now, forUse: true });
  needOpen(invitation);

  const grants = await grantsOfUser(system, transaction, invitation.created_by, tenant.companyId);
  if (!grants) throw new Refusal(peopleErrors.invitationRevoked);
  const author = { userId: invitation.created_by, grants, language };
  const promised: PlacedRole[] = [
    ...(invitation.company_role_id === null ? [] : [{ roleId: invitation.company_role_id, projectId: companyWide }]),
    ...invitation.projects,
  ];
  try {
    await needMayGive(author, transaction, promised);
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(peopleErrors.invitationRevoked) : error;
  }

  const [member] = await findMembers(tenant, transaction, [userId]);
  if (member && !member.active) throw new Refusal(accountErrors.inactive);
  if (!member) {
    await needOwnAccount(deps, write, { userId, companyId: tenant.companyId, keepSession });
    await insertMemberships(tenant, transaction, [
      { userId, name, department: null, external: true, storageSpace: [] },
    ]);
  }
  const entries = promised.map((role) => ({ userId, roleId: role.roleId, projectId: role.projectId }));
  const joinRole = await findDefaultRole(tenant, transaction, 'company');
  const getsDefault = !member && invitation.company_role_id === null && joinRole;
  if (getsDefault && beyond(grants, joinRole.permissionIds, companyWide).length === 0) {
    entries.push({ userId, roleId: joinRole.id, projectId: companyWide });
  }
  const limited = invitation.projects.flatMap(({ projectId, access }) => (access ? [{ projectId, access }] : []));
  const projectIds = limited.map(({ projectId }) => projectId);
  const before = await membersInside(tenant, transaction, { projectIds, userIds: [userId] });
  await inheritLimits({ changer: author, transaction }, [userId], () => insertEntries(tenant, transaction, entries));
  for (const { projectId, access } of limited) {
    // Somebody who was in the project already keeps what they see.
    if (before.get(projectId)?.has(userId)) continue;
    const present = new Set((await devicesOfProject(tenant, transaction, projectId)).map(({ id }) => id));
    const listed = access.listed.filter(({ deviceId }) => present.has(deviceId));
    const limit = { ...access, listed, userId };
    const own = (await limitsIn(tenant, transaction, projectId, [author.userId])).get(author.userId);
    if (own && !isWithin(limit, own)) throw new Refusal(peopleErrors.invitationRevoked);
    await writeLimits(tenant, transaction, projectId, [limit]);
  }
  await markUsed(tenant, transaction, invitation.id, { at: now, by: userId });
  log({
    companyId: tenant.companyId,
    userId,
    subject: { kind: 'member', id: userId, name: member?.name ?? name },
    after: {
      invitationId: invitation.id,
      invitedBy: invitation.creator_name,
      roles: [
        ...(invitation.company_role_name === null ? [] : [{ role: invitation.company_role_name }]),
        ...invitation.projects.map(({ roleName, projectId }) => ({ role: roleName, projectId })),
      ],
    },
  });
  afterCommit(() => {
    events.emit('listsChanged', { companyId: tenant.companyId, kinds: ['invitation', 'member'] });
    events.emit('accessChanged', { userIds: [userId] });
  });
  return invitation;
}
