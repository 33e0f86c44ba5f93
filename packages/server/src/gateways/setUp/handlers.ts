import {
  type AllCalls,
  commonErrors,
  type GatewayProtocol,
  type gatewayCalls,
  gatewayErrors,
  isDialled,
  type Language,
  type ParsedInput,
  serialLengths,
  serialPattern,
} from '@watchpost/contract';
import { type Caller, needInProject, system } from '../../access/index.ts';
import { hashPassword } from '../../account/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { given } from '../../platform/given.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { InvalidInput } from '../../platform/http/validate.ts';
import type { GatewayDeps } from '../GatewayDeps.ts';
import { type GatewayTenant, gatewayTenantOf } from '../gatewayTenant.ts';
import { needDialable } from '../mayDial.ts';
import { hashAccessToken, newAccessToken } from '../mqtt/accessToken.ts';
import { newDevicePassword } from '../mqtt/newDevicePassword.ts';
import { needGatewaysToSetUp, needGatewayToSetUp, needModbus } from '../needGateway.ts';
import { presentBelongings } from '../present.ts';
import { addGateway } from './addGateway.ts';
import { countBelongings } from './belongings.store.ts';
import { changeGateway, keptOff, needNoOtherPoints, renameGateways, renumberGateways } from './changeGateway.ts';
import { gatewayOfSlave, type WantedSlave, writeOneSlave, writeSlaves } from './changeSlaves.ts';
import { deleteGateways, deleteSlaves } from './deleteGateways.ts';
import { freeSerial } from './freeSerial.ts';
import { findBySerial, type SetUpGateway, takenSerials } from './gateway.store.ts';
import { moveGateways } from './moveGateways.ts';
import { findSlaves, type SlaveValues, slavesOf } from './slave.store.ts';

type SetUpCalls = Pick<
  typeof gatewayCalls,
  | 'addDevicesNewModbus'
  | 'addSlave'
  | 'ckDeviceNo'
  | 'delDevicesNew'
  | 'devDeleteTCP'
  | 'getDeviceNumRule'
  | 'getWhatGoesWithGateways'
  | 'readSlaveNow'
  | 'updateDevicesName'
  | 'updateDevicesNewModbus'
  | 'updateDevicesProtocol'
  | 'updateDevicesSN'
  | 'updateProjectDevices'
  | 'updateSlave'
>;

type SlaveBody = Partial<ParsedInput<AllCalls['updateSlave']>['body']>;
type ListedSlave = ParsedInput<AllCalls['addDevicesNewModbus']>['body']['DeviceModuleAndAddressList'][number];
type LineBody = Pick<SlaveBody, 'BaudRate' | 'DataBit' | 'CheckBit' | 'StopBit'>;

const lineValues = (body: LineBody) =>
  given({ baud_rate: body.BaudRate, data_bits: body.DataBit, parity: body.CheckBit, stop_bits: body.StopBit });

const slaveValues = (body: SlaveBody): Partial<SlaveValues> => ({
  ...given({
    address: body.DeviceAddress,
    name: body.SlaveName,
    category: body.Category,
    max_registers: body.MaxRegisters,
    max_gap: body.MaxGap,
  }),
  ...lineValues(body),
});

/** Slaves of other gateways that new ones are to be like. @throws Refusal when the caller may not open one */
async function slavesToCopy(
  caller: Caller,
  db: DbOrTransaction,
  slaves: readonly ListedSlave[],
): Promise<ReadonlyMap<number, SlaveValues>> {
  const ids = [...new Set(slaves.flatMap(({ DeviceModuleId }) => DeviceModuleId ?? []))];
  const found = await findSlaves(gatewayTenantOf(caller), db, ids);
  if (found.length < ids.length) throw new Refusal(commonErrors.notFound);
  return new Map(found.map(({ id, gateway_id: _, ...values }) => [id, values]));
}

/** What is not said of a new slave is that of the line, else of the slave it is to be like. */
function newSlave(
  gatewayName: string,
  line: Partial<SlaveValues>,
  slave: ListedSlave,
  alike: ReadonlyMap<number, SlaveValues>,
): Partial<SlaveValues> & Pick<SlaveValues, 'address' | 'name'> {
  const values = { ...alike.get(slave.DeviceModuleId ?? 0), ...line, ...slaveValues(slave) };
  // The schema asks for one of the two.
  const address = values.address!;
  return { ...values, address, name: values.name ?? `${gatewayName.slice(0, 21)} ${address}` };
}

const ruleText = {
  zh: '10 或 16 位大写字母和数字，首位为字母',
  en: '10 or 16 capital letters and digits, the first a letter',
} as const;

const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex');

export function setUpHandlers(deps: GatewayDeps): Handlers<SetUpCalls> {
  const { db } = deps;
  return {
    async getDeviceNumRule({ caller, language }, { body }) {
      if (body.ProjectId !== undefined) needInProject(caller, body.ProjectId, ['terminalsEdit']);
      return {
        Lengths: [...serialLengths],
        Pattern: serialPattern.source,
        Rule: ruleText[language],
        Example: 'WP24A7K9M2',
        Suggestion: await freeSerial(db, Number(body.Length)),
      };
    },

    async ckDeviceNo({ caller, language }, { query }) {
      // Only for a gateway that the caller may open; other serial numbers count as taken.
      const own =
        query.deviceId === undefined
          ? []
          : (await needGatewaysToSetUp(caller, db, [query.deviceId])).gateways.map(({ id }) => id);
      const taken = await takenSerials(system, db, [query.deviceNo], own);
      const isFree = taken.length === 0;
      return { IsFree: isFree, Message: isFree ? '' : gatewayErrors.serialTaken[language] };
    },

    async addDevicesNewModbus(context, { body }) {
      if (isDialled(body.CduType)) await needDialable(deps.guard, body.Address, 'Address', context.language);
      const line = lineValues(body);
      const alike = await slavesToCopy(context.caller, db, body.DeviceModuleAndAddressList);
      const listed = body.DeviceModuleAndAddressList.map((slave) => newSlave(body.DeviceName, line, slave, alike));
      const single =
        body.DeviceAddress === undefined ? [] : [{ ...line, address: body.DeviceAddress, name: body.DeviceName }];
      const slaves = [...single, ...listed];
      const id = await addGateway(
        deps,
        context,
        {
          createdBy: context.caller.userId,
          cardNumber: body.ICCID,
          slaves,
          gateway: {
            project_id: body.ProjectId,
            name: body.DeviceName,
            name_en: body.DeviceNameEn ?? null,
            serial_number: body.DeviceNo,
            protocol: body.CduType,
            registration_identity: body.RegistrationIdentity || body.DeviceNo,
            ...given({
              model: body.DeviceTypeE,
              description: body.DESCRIBES,
              address: isDialled(body.CduType) ? body.Address : undefined,
              registration_mode: body.RegistrationMode,
              heartbeat: body.HeartBeat === undefined ? undefined : bytesOf(body.HeartBeat),
              allowed_networks: body.AllowedNetworks,
            }),
          },
        },
        { serial: 'DeviceNo', identity: 'RegistrationIdentity', card: 'ICCID' },
      );
      return { DeviceId: id };
    },

    async updateDevicesNewModbus(context, { body }) {
      const { language } = context;
      await needDialable(deps.guard, body.Address, 'Address', language);
      const { DeviceModuleAndAddressList: list = [] } = body;
      const wanted = (gateway: SetUpGateway) => {
        needModbus(gateway);
        const protocol = body.CduType ?? gateway.protocol;
        const address = addressFor(protocol, body.Address ?? gateway.address, 'Address', language);
        return {
          name: body.DeviceName,
          name_en: body.DeviceNameEn,
          model: body.DeviceTypeE,
          description: body.DESCRIBES,
          protocol: body.CduType,
          address,
          registration_mode: body.RegistrationMode,
          registration_identity:
            body.RegistrationIdentity === undefined ? undefined : body.RegistrationIdentity || gateway.serial_number,
          heartbeat: body.HeartBeat === undefined ? undefined : bytesOf(body.HeartBeat),
          allowed_networks: body.AllowedNetworks,
          ...keptOff(body.IsDisconnected, gateway, deps.clock.now()),
        };
      };
      const fieldOf = (place: number) => `DeviceModuleAndAddressList.${place}.DeviceAddress`;
      const gatewayId =
        body.DeviceId ?? (await findBySerial(gatewayTenantOf(context.caller), db, body.DeviceNo ?? ''))?.id;
      if (gatewayId === undefined) throw new Refusal(commonErrors.notFound);
      return changeGateway(
        deps,
        context,
        gatewayId,
        wanted,
        { identity: 'RegistrationIdentity' },
        async (tenant, gateway, write) => {
          const line = lineValues(body);
          const named = new Set(list.map(({ DeviceModuleId }) => DeviceModuleId));
          const present = await slavesOf(tenant, write.transaction, gateway.id);
          const address = body.DeviceAddress;
          if (address !== undefined && present.length !== 1)
            throw new Refusal(gatewayErrors.notOneSlave, { count: present.length });
          // Settings of the line go to every slave, also to those that are not mentioned.
          const ofAll = { ...line, ...(address !== undefined && { address }) };
          const others: WantedSlave[] =
            Object.keys(ofAll).length === 0
              ? []
              : present.filter(({ id }) => !named.has(id)).map(({ id }) => ({ id, ...ofAll }));
          const own = new Set(present.map(({ id }) => id));
          const alike = await slavesToCopy(
            context.caller,
            write.transaction,
            list.filter(({ DeviceModuleId }) => !own.has(DeviceModuleId ?? 0)),
          );
          const slaves = list.map((slave) =>
            own.has(slave.DeviceModuleId ?? 0)
              ? { id: slave.DeviceModuleId, ...line, ...slaveValues(slave) }
              : newSlave(body.DeviceName ?? gateway.name, line, slave, alike),
          );
          const { isChanged } = await writeSlaves(tenant, write, gateway, [...slaves, ...others], fieldOf, language);
          return isChanged;
        },
      );
    },

    async addSlave(context, { body }) {
      return { DeviceModuleId: await writeOneSlave(deps, context, body.DeviceId, slaveValues(body), 'DeviceAddress') };
    },

    async updateSlave(context, { body }) {
      const tenant = gatewayTenantOf(context.caller);
      const gatewayId = await gatewayOfSlave(tenant, db, body.DeviceModuleId);
      const wanted = { id: body.DeviceModuleId, ...slaveValues(body) };
      await writeOneSlave(deps, context, gatewayId, wanted, 'DeviceAddress');
      return null;
    },

    async readSlaveNow(context, { body }) {
      const [slave] = await findSlaves(gatewayTenantOf(context.caller), db, [body.DeviceModuleId]);
      if (!slave) throw new Refusal(commonErrors.notFound);
      const { gateway } = await needGatewayToSetUp(context.caller, db, slave.gateway_id);
      if (deps.nextAskAt(gateway.id, slave.address) === null)
        throw new Refusal(gatewayErrors.notRead, { name: slave.name });
      await inOneWrite(deps, context, async ({ log }) => {
        log({
          companyId: gateway.company_id,
          projectId: gateway.project_id,
          subject: { kind: 'gateway', id: gateway.id, name: gateway.name },
          after: { slaveAddress: slave.address },
        });
      });
      deps.readNow(gateway.id, slave.address);
      return null;
    },

    async getWhatGoesWithGateways({ caller, language }, { body }) {
      const tenant = gatewayTenantOf(caller);
      const gatewayIds = body.DeviceIdList ?? [];
      const slaveIds = body.DeviceModuleIdList ?? [];
      const { gateways } = await needGatewaysToSetUp(caller, db, gatewayIds);
      const slaves = await findSlaves(tenant, db, slaveIds);
      await needGatewaysToSetUp(caller, db, [...new Set(slaves.map(({ gateway_id }) => gateway_id))]);
      const which = { gatewayIds: gateways.map(({ id }) => id), slaveIds: slaves.map(({ id }) => id) };
      return presentBelongings(await countBelongings(tenant, db, which), await deps.keptAfterDeletion(which), language);
    },

    async delDevicesNew(context, { query }) {
      const keptDays = await deps.keptAfterDeletion({ gatewayIds: query.deviceIdList });
      return presentBelongings(await deleteGateways(deps, context, query.deviceIdList), keptDays, context.language);
    },

    async devDeleteTCP(context, { query }) {
      const keptDays = await deps.keptAfterDeletion({ slaveIds: query.deviceModuleIdList });
      return presentBelongings(await deleteSlaves(deps, context, query.deviceModuleIdList), keptDays, context.language);
    },

    async updateDevicesName(context, { body }) {
      const names = new Map(body.DeviceList.map(({ DeviceId, DeviceName }) => [DeviceId, DeviceName]));
      return { Changed: await renameGateways(deps, context, names) };
    },

    async updateDevicesSN(context, { query }) {
      const { deviceIdList: ids, deviceNoList: serials } = query;
      if (ids.length !== serials.length || new Set(ids).size < ids.length) {
        const words = { zh: '网关与序列号须一一对应', en: 'Give one serial number for each gateway' };
        throw InvalidInput.inField('deviceNoList', words, context.language);
      }
      const wanted = new Map(ids.map((id, place) => [id, serials[place]!]));
      return { Changed: await renumberGateways(deps, context, wanted, 'deviceNoList') };
    },

    updateProjectDevices: async (context, { query }) =>
      presentBelongings(
        await moveGateways(deps, context, query.deviceIdList, {
          projectId: query.toProjectId,
          isConfirmed: query.isConfirmed,
        }),
        null,
        context.language,
      ),

    async updateDevicesProtocol(context, { query }) {
      const { protocol } = query;
      if (isDialled(protocol)) await needDialable(deps.guard, query.address, 'address', context.language);
      let credentials: { userName: string; password: string; token: string } | null = null;
      const wanted = async (gateway: SetUpGateway, transaction: DbOrTransaction, tenant: GatewayTenant) => {
        const goes = await countBelongings(tenant, transaction, { gatewayIds: [gateway.id], slaveIds: [] });
        needNoOtherPoints(gateway, protocol, goes.points);
        if (protocol === 'MQTT' && goes.slaves > 0)
          throw new Refusal(gatewayErrors.slavesBeforeMqtt, { count: goes.slaves });
        const address = addressFor(protocol, query.address ?? gateway.address, 'address', context.language);
        if (protocol !== 'MQTT' || gateway.password_hash !== null) return { protocol, address };
        const user_name = gateway.user_name ?? gateway.serial_number;
        const [password, token] = [newDevicePassword(), newAccessToken()];
        credentials = { userName: user_name, password, token };
        const access_token_hash = hashAccessToken(token);
        return { protocol, user_name, password_hash: await hashPassword(password), access_token_hash };
      };
      await changeGateway(deps, context, query.deviceId, wanted, { userName: 'protocol', identity: 'protocol' });
      const told = credentials as { userName: string; password: string; token: string } | null;
      return {
        DeviceUserName: told?.userName ?? null,
        Password: told?.password ?? null,
        AccessToken: told?.token ?? null,
      };
    },
  };
}

/** What is dialled, of a protocol that dials; undefined: nothing is to change. */
function addressFor(
  protocol: GatewayProtocol,
  address: string | null,
  field: string,
  language: Language,
): string | undefined {
  if (!isDialled(protocol)) return undefined;
  if (address === null) throw InvalidInput.inField(field, gatewayErrors.addressNeeded, language);
  return address;
}
