import { gatewayErrors } from '@watchpost/contract';
import { type Caller, mayInCompany, mayInProject, needInProject, type UserTenant } from '../access/index.ts';
import { Refusal } from '../platform/http/refusal.ts';

/** Whose gateways are looked for: his projects', less what others keep to themselves. */
export interface GatewayTenant extends UserTenant {
  /** Sets up gateways for the whole company: nothing is kept from him, or a gateway would be lost with who made it. */
  readonly opensAll: boolean;
  /** Projects in which he sets up gateways. Who sees only some devices of a project sets up none of its gateways. */
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

/** Refuses unless the caller sets up gateways in the project, all of whose devices he sees. */
export function needToSetUp(caller: Caller, projectId: number): void {
  needInProject(caller, projectId, setsUp);
  if (caller.tenant.listedProjectIds.includes(projectId)) throw new Refusal(gatewayErrors.wholeProjectNeeded);
}
