import { type RawBuilder, sql } from 'kysely';
import { inProjects, type Tenant, type UserTenant } from '../access/index.ts';
import type { GatewayTenant } from './gatewayTenant.ts';

/**
 * Condition on a gateway `g`: the tenant may open it. It is in one of the tenant's projects and shared with the tenant. One shared
 * with the company opens for any user who sees gateways in any project. In a limited project it must carry a point of a visible
 * device.
 */
export const gatewayVisible = (tenant: GatewayTenant): RawBuilder<boolean> => {
  if (tenant.projectIds.length === 0) return sql<boolean>`false`;
  return sql<boolean>`(g.company_id = ${tenant.companyId} AND ${gatewayNotHidden(tenant)}
    AND ((${inProjects(tenant, 'g.project_id')} AND ${gatewayShared(tenant)}) OR (g.sharing = 'enterprise' AND ${isKept(tenant)})))`;
};

/** Condition on a gateway `g` of the tenant's projects: it is shared with everybody, or with the tenant among others. */
export const gatewayShared = (tenant: GatewayTenant): RawBuilder<boolean> =>
  tenant.opensAll
    ? sql<boolean>`true`
    : sql<boolean>`(g.sharing IN ('project', 'enterprise') OR g.created_by = ${tenant.userId}
        OR (g.sharing = 'user' AND EXISTS (SELECT 1 FROM gateway_user u WHERE u.gateway_id = g.id AND u.user_id = ${tenant.userId})))`;

/** Condition on a slave `s` of a gateway that the tenant may open: in a limited project it reads a visible device. */
export const slaveVisible = (tenant: UserTenant): RawBuilder<boolean> =>
  tenant.listedProjectIds.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(NOT g.project_id = ANY(${[...tenant.listedProjectIds]}::int[]) OR EXISTS (
        SELECT 1 FROM point lp JOIN device_point ld ON ld.point_id = lp.id
        WHERE lp.slave_id = s.id AND ld.device_id = ANY(${[...tenant.listedDeviceIds]}::int[])))`;

/** Condition on a point `p` of a gateway `g` that the tenant may open: in a limited project it serves a visible device. */
export const pointOfGatewayVisible = (tenant: UserTenant): RawBuilder<boolean> =>
  tenant.listedProjectIds.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(NOT g.project_id = ANY(${[...tenant.listedProjectIds]}::int[]) OR EXISTS (
        SELECT 1 FROM device_point ld WHERE ld.point_id = p.id AND ld.device_id = ANY(${[...tenant.listedDeviceIds]}::int[])))`;

/** A project in the deleted list is nobody's, so it is not among a tenant's own either. */
const isKept = (_tenant: UserTenant): RawBuilder<unknown> =>
  sql`EXISTS (SELECT 1 FROM project kept WHERE kept.id = g.project_id AND kept.deleted_at IS NULL)`;

/** Condition on a gateway `g`: where the tenant sees only listed devices, it carries a point of one. */
export const gatewayNotHidden = (tenant: Tenant): RawBuilder<boolean> =>
  tenant.kind === 'system' || tenant.listedProjectIds.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(NOT g.project_id = ANY(${[...tenant.listedProjectIds]}::int[]) OR EXISTS (
        SELECT 1 FROM point lp JOIN device_point ld ON ld.point_id = lp.id
        WHERE lp.gateway_id = g.id AND ld.device_id = ANY(${[...tenant.listedDeviceIds]}::int[])))`;
