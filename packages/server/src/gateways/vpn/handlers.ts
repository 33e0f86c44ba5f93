import { type AllCalls, commonErrors, type gatewayCalls, gatewayErrors, type ParsedInput } from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite, logged } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { given } from '../../platform/given.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { InvalidInput } from '../../platform/http/validate.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { createSecretBox } from '../../platform/secretBox.ts';
import type { GatewayDeps } from '../GatewayDeps.ts';
import { gatewayTenantOf, needToSetUp } from '../gatewayTenant.ts';
import { needGateway } from '../needGateway.ts';
import { needOwnProject } from '../projectOfTenant.store.ts';
import { deleteVpnRows, findVpn, insertVpn, type KeptVpn, pageVpn, updateVpnRow, type VpnValues } from './vpn.store.ts';

type VpnCalls = Pick<typeof gatewayCalls, 'addVPN' | 'deleteVPN' | 'getVPNPage' | 'getVPNSecret' | 'updateVPN'>;
type VpnBody = Partial<ParsedInput<AllCalls['updateVPN']>['body']>;

const valuesOf = (body: VpnBody): VpnValues =>
  given({
    name: body.Name,
    kind: body.Kind,
    server: body.Server,
    local_address: body.LocalAddress,
    user_name: body.UserName,
    note: body.Note,
    gateway_id: body.DeviceId,
  });

const about = ({ company_id, project_id, id, name }: Pick<KeptVpn, 'company_id' | 'project_id' | 'id' | 'name'>) => ({
  companyId: company_id,
  projectId: project_id,
  subject: { kind: 'vpn' as const, id, name },
});

export function vpnHandlers(deps: GatewayDeps): Handlers<VpnCalls> {
  const { db, clock } = deps;
  const box = createSecretBox(deps.secretKey);

  /** Entries that the caller may change, all of them or a refusal. */
  async function needVpn(caller: Caller, transaction: DbOrTransaction, ids: readonly number[]): Promise<KeptVpn[]> {
    const entries = await findVpn(caller.tenant, transaction, ids);
    if (entries.length < new Set(ids).size) throw new Refusal(commonErrors.notFound);
    for (const { project_id } of entries) needToSetUp(caller, project_id);
    return entries;
  }

  /** A way leads to a gateway of the same project. */
  async function needGatewayIn(
    caller: Caller,
    transaction: DbOrTransaction,
    gatewayId: number | null | undefined,
    projectId: number,
  ): Promise<void> {
    if (gatewayId == null) return;
    const gateway = await needGateway(gatewayTenantOf(caller), transaction, gatewayId);
    if (gateway.project_id !== projectId) throw new Refusal(commonErrors.notFound);
  }

  return {
    async getVPNPage({ caller, language }, { body }) {
      const projectIds =
        body.ProjectIdList ??
        (body.QueryAll || body.DeviceId !== undefined || caller.projectId === null ? undefined : [caller.projectId]);
      const { rows, total } = await pageVpn(
        caller.tenant,
        db,
        { projectIds, gatewayId: body.DeviceId, text: body.Name, kinds: body.KindList },
        { by: body.SortType, ascending: body.IsAsc },
        rowRange(body),
      );
      const { editedProjectIds } = gatewayTenantOf(caller);
      return {
        Data: rows.map((row) => ({
          VPNId: row.id,
          Name: row.name,
          Kind: row.kind,
          Server: row.server,
          LocalAddress: row.local_address,
          UserName: row.user_name,
          HasSecret: row.has_secret,
          Note: row.note,
          ProjectId: row.project_id,
          ProjectName: inLanguage(row.project_name, row.project_name_en, language),
          DeviceId: row.gateway_id,
          DeviceName: row.gateway_name === null ? null : inLanguage(row.gateway_name, row.gateway_name_en, language),
          CreateName: row.created_name,
          UpdateEPOCH: row.updated_at.getTime(),
          MayEdit: editedProjectIds.has(row.project_id),
        })),
        TotalCount: total,
      };
    },

    async addVPN(context, { body }) {
      const { caller } = context;
      needToSetUp(caller, body.ProjectId);
      const at = new Date(clock.now());
      const id = await inOneWrite(deps, context, async ({ transaction, log }) => {
        const { tenant } = caller;
        await needOwnProject(tenant, transaction, body.ProjectId);
        await needGatewayIn(caller, transaction, body.DeviceId, body.ProjectId);
        const entry = {
          project_id: body.ProjectId,
          gateway_id: body.DeviceId ?? null,
          name: body.Name,
          kind: body.Kind,
          server: body.Server,
          local_address: body.LocalAddress ?? '',
          user_name: body.UserName ?? '',
          note: body.Note ?? '',
          secret: body.Secret ? box.seal(body.Secret) : null,
        };
        const newId = await insertVpn(tenant, transaction, { ...entry, created_by: caller.userId }, at);
        const { secret: _, ...told } = entry;
        log({ ...about({ ...entry, id: newId, company_id: tenant.companyId }), after: logged({}, told).after });
        return newId;
      });
      return { VPNId: id };
    },

    async updateVPN(context, { body }) {
      const { caller, language } = context;
      if (body.ClearSecret && body.Secret)
        throw InvalidInput.inField(
          'Secret',
          { zh: '不能同时清除和填写', en: 'Clear it or give one, not both' },
          language,
        );
      const at = new Date(clock.now());
      await inOneWrite(deps, context, async ({ transaction, log, unchanged }) => {
        const [entry] = await needVpn(caller, transaction, [body.VPNId]);
        const values = valuesOf(body);
        await needGatewayIn(caller, transaction, values.gateway_id, entry!.project_id);
        const changed = differing<VpnValues>(entry!, values);
        const isSecret = body.ClearSecret ? entry!.secret !== null : Boolean(body.Secret);
        if (Object.keys(changed).length === 0 && !isSecret) return unchanged();
        const secret = isSecret ? { secret: body.Secret && !body.ClearSecret ? box.seal(body.Secret) : null } : {};
        await updateVpnRow(caller.tenant, transaction, entry!.id, { ...changed, ...secret }, at);
        const told = logged(entry!, changed);
        const hidden = isSecret ? { password: '***' } : {};
        log({
          ...about({ ...entry!, name: changed.name ?? entry!.name }),
          before: { ...told.before, ...hidden },
          after: { ...told.after, ...hidden },
        });
      });
      return null;
    },

    async deleteVPN(context, { body }) {
      const deleted = await inOneWrite(deps, context, async ({ transaction, log }) => {
        const entries = await needVpn(context.caller, transaction, body.VPNIdList);
        await deleteVpnRows(
          context.caller.tenant,
          transaction,
          entries.map(({ id }) => id),
        );
        for (const entry of entries) log({ ...about(entry), before: { name: entry.name, server: entry.server } });
        return entries.length;
      });
      return { Deleted: deleted };
    },

    getVPNSecret: (context, { body }) =>
      inOneWrite(deps, context, async ({ transaction, log }) => {
        const [entry] = await needVpn(context.caller, transaction, [body.VPNId]);
        if (!entry!.secret) throw new Refusal(gatewayErrors.noSecret);
        log({ ...about(entry!), after: { shown: true } });
        return { Secret: box.open(entry!.secret) };
      }),
  };
}
