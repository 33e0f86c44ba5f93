import { gatewayErrors } from '@watchpost/contract';
import { type Caller, mayInCompany, mayInProject, needInProject, type UserTenant } from '../access/index.ts';
import { Refusal } from '../platform/http/refusal.ts';

/** The user whose gateways are looked for: those of the user's projects, without the private ones of others. */
export interface GatewayTenant extends UserTenant {
  /** Sets up gateways for the whole company. Private ones are visible too, or a gateway would be lost with its creator's account. */
  readonly opensAll: boolean;
  /** Projects in which the user sets up gateways. A project with only some devices visible is not among them. */
  readonly editedProjectIds: ReadonlySet<number>;
}

const setsUp = ['terminalsEdit'] as const;

export function gatewayTenantOf(caller: Caller): GatewayTenant {
  const { grants, tenant } = caller;
  const listed = new Set(tenant.listedProjectIds);
  const edited = tenant.projectIds.filter(
    (id) => !listed.has(id) && grants !== null && mayInProject(grants, id, setsUp),
  );
  return {
    ...tenant,
    opensAll: grants !== null && mayInCompany(caller, setsUp),
    editedProjectIds: new Set(edited),
  };
}

/** Refuses unless the caller may set up gateways in the project and sees all its devices. */
export function needToSetUp(caller: Caller, projectId: number): void {
  needInProject(caller, projectId, setsUp);
  if (caller.tenant.listedProjectIds.includes(projectId)) throw new Refusal(gatewayErrors.wholeProjectNeeded);
}
