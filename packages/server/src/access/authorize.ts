import { type CallSpec, commonErrors, holdsAny, id, type PermissionName } from '@watchpost/contract';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { AskedParts, Authorize } from '../platform/http/callServer.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type CompanyGrants, mayInProject, refusalOf, tenantOf, withLent } from './grants.ts';
import { RightRefused } from './RightRefused.ts';
import { companiesOfUser, grantsOfUser } from './store.ts';
import { narrowed, system, type UserTenant } from './tenant.ts';

/** Who is calling, for a company and perhaps a project. */
export interface Caller {
  readonly userId: number;
  /** The sign-in this token belongs to. */
  readonly sessionId: string;
  /** Null when the user belongs to no company (yet). */
  readonly grants: CompanyGrants | null;
  readonly tenant: UserTenant;
  /** This dangerous call came without a proof of identity, as their company allows it. The log says so. */
  readonly withoutProof?: true;
  /** The project the call names, else the one of the `project-id` header when it is the caller's. */
  readonly projectId: number | null;
}

/** Whose token it is; null when it does not count. */
type Identify = (token: string) => Promise<{ userId: number; sessionId: string } | null>;

/** Whether the holder of this session has proven their identity within the last minutes. */
type HasProvenIdentity = (sessionId: string) => Promise<boolean>;
/** Whether the company lets this sign-in do without. */
type NeedsNoProof = (sessionId: string, companyId: number) => Promise<boolean>;

/** Whose token it is and until when it counts, epoch milliseconds; null when it does not. */
export type VerifyToken = (token: string) => Promise<{ userId: number; sessionId: string; expiresAt: number } | null>;

/** Under which names a company and a project are named in queries and bodies, in any case. */
const companyName = /^companyid$/i;
const projectName = /^project(id)?$/i;

const valuesNamed = (part: unknown, name: RegExp): unknown[] =>
  typeof part === 'object' && part !== null && !Array.isArray(part)
    ? Object.entries(part).flatMap(([field, value]) => (name.test(field) ? [value] : []))
    : [];

/**
 * The one company or project that a call names; null: none. What the handler will act on is what counts, therefore a field
 * of the call is taken as its schema reads it. A field that the call does not have narrows nothing and widens nothing for
 * the handler, but must not say otherwise.
 *
 * @throws Refusal `namesTwo`
 */
function namedIn(sent: AskedParts, parsed: AskedParts | null, name: RegExp): number | null {
  let named: number | null = null;
  for (const part of ['query', 'body'] as const) {
    const own = valuesNamed(parsed?.[part], name);
    const given = own.length > 0 ? own : valuesNamed(sent[part], name).map(toId);
    for (const one of given) {
      if (typeof one !== 'number') continue;
      if (named !== null && named !== one) throw new Refusal(commonErrors.namesTwo);
      named = one;
    }
  }
  return named;
}

/** Null for what is no id, such as a header that was made up. */
function toId(value: unknown): number | null {
  if (value === undefined || value === null || value === '') return null;
  return id.safeParse(value).data ?? null;
}

const nobody = (userId: number): UserTenant => ({
  kind: 'user',
  userId,
  companyId: 0,
  projectIds: [],
  listedProjectIds: [],
  listedDeviceIds: [],
  hiddenAlarmLevels: [],
});

/**
 * Checks token, company, project and permission of a call. A company or project that the call itself names must be the
 * caller's; one that only the header names is ignored when it is not, so that a stale header cannot lock anybody out.
 */
export const createAuthorize =
  (
    db: DbOrTransaction,
    identify: Identify,
    hasProvenIdentity: HasProvenIdentity,
    needsNoProof: NeedsNoProof = async () => false,
  ): Authorize<Caller> =>
  async (spec, request) => {
    const caller = await callerOf(db, identify, spec, request);
    // Last: a caller without the right is not asked for a password.
    if (!spec.identity || (await hasProvenIdentity(caller.sessionId))) return caller;
    const isExcused = caller.grants !== null && (await needsNoProof(caller.sessionId, caller.grants.companyId));
    // Input that does not fit is refused next, by the call server: nobody proves who they are for that.
    if (!isExcused && request.parsed() === null) return caller;
    if (!isExcused) throw new Refusal(commonErrors.identityNeeded);
    return { ...caller, withoutProof: true };
  };

const callerOf = async (
  db: DbOrTransaction,
  identify: Identify,
  spec: CallSpec,
  { token, headers, sent, parsed }: Parameters<Authorize<Caller>>[1],
): Promise<Caller> => {
  const identity = token === null ? null : await identify(token);
  if (!identity) throw new Refusal(commonErrors.sessionExpired);
  const { userId, sessionId } = identity;

  const asked = parsed();
  const namedCompany = namedIn(sent, asked, companyName);
  const held = await companyGrants(db, userId, namedCompany, toId(headers['company-id']));
  const grants = held && spec.lent ? withLent(held) : held;
  if (!grants) {
    if (spec.access !== 'session') throw new RightRefused(new Refusal(commonErrors.noPermission), null);
    return { userId, sessionId, grants: null, tenant: nobody(userId), projectId: null };
  }

  const required: readonly PermissionName[] | null =
    spec.access === 'session' || spec.access === 'public' ? null : spec.access;
  const namedProject = namedIn(sent, asked, projectName);
  const refuse = (refusal: Refusal): never => {
    throw new RightRefused(refusal, grants.companyId);
  };
  if (namedProject !== null && !grants.projects.has(namedProject)) refuse(new Refusal(commonErrors.notYourProject));
  const headerProject = toId(headers['project-id']);
  const projectId =
    namedProject ?? (headerProject !== null && grants.projects.has(headerProject) ? headerProject : null);

  const all = tenantOf(userId, grants, required);
  if (required !== null) {
    const allowed =
      namedProject === null
        ? holdsAny(grants.permissions, required) || all.projectIds.length > 0
        : mayInProject(grants, namedProject, required);
    if (!allowed) refuse(refusalOf(grants, namedProject, required));
  }
  return {
    userId,
    sessionId,
    grants,
    tenant: namedProject === null ? all : narrowed(all, [namedProject]),
    projectId,
  };
};

async function companyGrants(
  db: DbOrTransaction,
  userId: number,
  named: number | null,
  fromHeader: number | null,
): Promise<CompanyGrants | null> {
  if (named !== null) {
    const grants = await grantsOfUser(system, db, userId, named);
    if (!grants) throw new RightRefused(new Refusal(commonErrors.notYourCompany), null);
    return grants;
  }
  const ofHeader = fromHeader === null ? null : await grantsOfUser(system, db, userId, fromHeader);
  if (ofHeader) return ofHeader;
  const first = (await companiesOfUser(system, db, userId))[0];
  return first ? grantsOfUser(system, db, userId, first.id) : null;
}
