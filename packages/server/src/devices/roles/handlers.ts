import {
  commonErrors,
  deviceErrors,
  mayLeadTo,
  mostDevicesWithRoles,
  type pointRoleCalls,
  type RoleCode,
  relationFrom,
  relationKinds,
  roleOf,
  rolesOfClass,
} from '@watchpost/contract';
import { needInProject } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { DeviceDeps } from '../deviceDeps.ts';
import { needDevices, settingUp } from '../edit/needDevices.ts';
import { lockDevices } from '../edit/store.ts';
import { tellDevices } from '../edit/tellDevices.ts';
import { presentRoles } from './present.ts';
import { type PlantRow, plantOfProject, relationsOfProject, writeRelations, writeRoles } from './store.ts';

const readers = ['monitorView', 'monitorEdit', 'diagramEdit', 'projectConfig'] as const;
const classesWithRoles = Object.keys(rolesOfClass);

/** The point of a role on a device, for the log. */
const nameInRole = ({ points }: PlantRow, role: RoleCode): string =>
  points.find((point) => point.role === role)?.name ?? '';

/** @throws Refusal where a point would have two roles on one device */
function needOneRoleEach(asked: readonly { Mtid: number; Role: RoleCode; PointId: number | null }[]): void {
  const roleOfPoint = new Map<string, RoleCode>();
  for (const { Mtid, Role, PointId } of asked) {
    if (PointId === null) continue;
    const key = `${Mtid} ${PointId}`;
    const first = roleOfPoint.get(key);
    if (first !== undefined)
      throw new Refusal(deviceErrors.pointInTwoRoles, { first: roleOf(first), second: roleOf(Role) });
    roleOfPoint.set(key, Role);
  }
}

export function roleHandlers(deps: DeviceDeps): Handlers<typeof pointRoleCalls> {
  const { db, events } = deps;
  return {
    async getPointRoles({ caller, language }, { query }) {
      needInProject(caller, query.projectId, readers);
      const [devices, relations] = await Promise.all([
        plantOfProject(caller.tenant, db, query.projectId, { classCodes: classesWithRoles }),
        relationsOfProject(caller.tenant, db, query.projectId),
      ]);
      return {
        DeviceList: devices.slice(0, mostDevicesWithRoles).map((device) => presentRoles(device, relations, language)),
        TotalCount: devices.length,
      };
    },

    setPointRoles: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller, language } = context;
        const { tenant } = caller;
        const { transaction, log, unchanged } = write;
        needInProject(caller, body.ProjectId, settingUp);
        await lockDevices(tenant, transaction, body.ProjectId);
        const plant = await plantOfProject(tenant, transaction, body.ProjectId, {
          deviceIds: body.RoleList.map(({ Mtid }) => Mtid),
        });
        const deviceOf = new Map(plant.map((device) => [device.id, device]));
        for (const { Mtid, Role, PointId } of body.RoleList) {
          const device = deviceOf.get(Mtid);
          if (!device) throw new Refusal(commonErrors.notFound);
          const role = roleOf(Role);
          if (!rolesOfClass[device.class_code]?.includes(Role))
            throw new Refusal(deviceErrors.roleOfAnotherClass, {
              name: inLanguage(device.name, device.name_en, language),
              role: role[language],
            });
          const point = device.points.find(({ id }) => id === PointId);
          if (PointId !== null && !point) throw new Refusal(deviceErrors.pointNotOfDevice);
          if (point && point.typeCode !== role.type)
            throw new Refusal(deviceErrors.roleOfAnotherType, {
              name: inLanguage(point.name, point.nameEn, language),
              role: role[language],
            });
        }
        // The last word about a role counts.
        const asked = [...new Map(body.RoleList.map((each) => [`${each.Mtid} ${each.Role}`, each])).values()];
        needOneRoleEach(asked);
        const changed = asked.filter(
          ({ Mtid, Role, PointId }) =>
            (deviceOf.get(Mtid)!.points.find(({ role }) => role === Role)?.id ?? null) !== PointId,
        );
        if (changed.length === 0) {
          unchanged();
          return { Changed: 0 };
        }
        await writeRoles(
          tenant,
          transaction,
          changed.map(({ Mtid, Role, PointId }) => ({ deviceId: Mtid, role: Role, pointId: PointId })),
        );
        for (const [id, of] of Map.groupBy(changed, ({ Mtid }) => Mtid)) {
          const device = deviceOf.get(id)!;
          log({
            companyId: tenant.companyId,
            projectId: body.ProjectId,
            subject: { kind: 'device', id, name: device.name },
            before: {
              pointRoles: Object.fromEntries(of.map(({ Role }) => [roleOf(Role).zh, nameInRole(device, Role)])),
            },
            after: {
              pointRoles: Object.fromEntries(
                of.map(({ Role, PointId }) => [
                  roleOf(Role).zh,
                  device.points.find((point) => point.id === PointId)?.name ?? '',
                ]),
              ),
            },
          });
        }
        tellDevices(write, events, tenant.companyId, [...new Set(changed.map(({ Mtid }) => Mtid))]);
        return { Changed: changed.length };
      }),

    setDeviceRelations: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller, language } = context;
        const { tenant } = caller;
        const { transaction, log, unchanged } = write;
        needInProject(caller, body.ProjectId, settingUp);
        await lockDevices(tenant, transaction, body.ProjectId);
        const toIds = [...new Set(body.ToMtidList)];
        await needDevices(tenant, transaction, [body.Mtid, ...toIds], body.ProjectId);
        const plant = await plantOfProject(tenant, transaction, body.ProjectId);
        const deviceOf = new Map(plant.map((device) => [device.id, device]));
        const from = deviceOf.get(body.Mtid)!;
        const kind = relationFrom(from.class_code);
        const wrong = toIds
          .map((id) => deviceOf.get(id)!)
          .find((to) => kind === null || !mayLeadTo(kind, to.class_code));
        if (kind === null || wrong)
          throw new Refusal(deviceErrors.noSuchRelation, {
            from: inLanguage(from.name, from.name_en, language),
            to: wrong ? inLanguage(wrong.name, wrong.name_en, language) : Object.values(relationKinds)[0]![language],
          });
        const namesNow = async () =>
          (await relationsOfProject(tenant, transaction, body.ProjectId))
            .filter(({ from_id }) => from_id === from.id)
            .map(({ to_id }) => deviceOf.get(to_id)!.name);
        const before = await namesNow();
        await writeRelations(tenant, transaction, { projectId: body.ProjectId, fromId: from.id, kind }, toIds);
        const after = await namesNow();
        if (JSON.stringify(before) === JSON.stringify(after)) {
          unchanged();
          return null;
        }
        log({
          companyId: tenant.companyId,
          projectId: body.ProjectId,
          subject: { kind: 'device', id: from.id, name: from.name },
          before: { relatedDevices: before },
          after: { relatedDevices: after },
        });
        tellDevices(write, events, tenant.companyId, [from.id]);
        return null;
      }),
  };
}
