import type { pointListCalls } from '@watchpost/contract';
import { gatewayTenantOf } from '../../../gateways/index.ts';
import type { Handlers } from '../../../handlers.ts';
import { rowRange } from '../../../platform/http/rowRange.wire.ts';
import type { PointDeps } from '../../PointDeps.ts';
import { listAreas, listChoices, listDevices } from '../places.store.ts';
import { choiceOf } from '../present.ts';
import { listPoints } from './listPoints.wire.ts';

/** The list of a project’s points, and what it can be filtered by. */
export function listHandlers(
  deps: PointDeps,
): Pick<
  Handlers<typeof pointListCalls>,
  'getPointPage' | 'getPointPageDropdownList' | 'getSubsystemAndModelTreeDropdownList'
> {
  const { db } = deps;
  return {
    getPointPage: ({ caller, language }, { body }) =>
      listPoints(deps, { tenant: gatewayTenantOf(caller), language }, body, rowRange(body)),

    async getPointPageDropdownList({ caller, language }, { query }) {
      const { types, gateways, slaves } = await listChoices(gatewayTenantOf(caller), db, query.projectId, language);
      const devices = await listDevices(caller.tenant, db, query.projectId, null);
      const areas = await listAreas(caller.tenant, db, query.projectId);
      const choice = choiceOf(language);
      const subsystems = new Map(
        devices.map((row) => [row.subsystem_id, language === 'en' ? row.subsystem_en : row.subsystem_zh]),
      );
      return {
        PointTypeList: types.map((type) => ({
          ...choice(type),
          PointType: type.value_type === 'status' ? 1 : 0,
          UnitList: type.units,
        })),
        GatewayList: gateways.map((gateway) => ({ ...choice(gateway), Protocol: gateway.protocol })),
        SlaveList: slaves.map((slave) => ({ ...choice(slave), GatewayId: slave.gateway_id, Address: slave.address })),
        ModelTreeList: devices.map((device) => ({ ...choice(device), BigTypeId: device.subsystem_id })),
        LocationList: areas.map(choice),
        SubsystemList: [...subsystems].map(([Key, Value]) => ({ Key, Value })),
      };
    },

    async getSubsystemAndModelTreeDropdownList({ caller, language }, { query }) {
      const devices = await listDevices(caller.tenant, db, query.projectId, null);
      return [...Map.groupBy(devices, ({ subsystem_id }) => subsystem_id).values()].map((rows) => ({
        BigTypeId: rows[0]!.subsystem_id,
        BigTypeName: language === 'en' ? rows[0]!.subsystem_en : rows[0]!.subsystem_zh,
        ModelTreeList: rows.map(choiceOf(language)),
      }));
    },
  };
}
