import { accountErrors, commonErrors, type gatewayCalls, gatewayErrors, type Language } from '@watchpost/contract';
import { needInProject } from '../../access/index.ts';
import { hashPassword, verifyPassword } from '../../account/index.ts';
import type { Handlers } from '../../handlers.ts';
import { isCommonPassword } from '../../platform/commonPasswords.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { InvalidInput } from '../../platform/http/validate.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { PresentLive } from '../../points/index.ts';
import type { GatewayContext, GatewayDeps } from '../GatewayDeps.ts';
import { gatewayTenantOf } from '../gatewayTenant.ts';
import { pageGateways } from '../list/gatewayPage.store.ts';
import { needGateway, needGatewayToSetUp, needMqtt } from '../needGateway.ts';
import { epochOf, presentBelongings } from '../present.ts';
import { addGateway } from '../setUp/addGateway.ts';
import { changeGateway, keptOff } from '../setUp/changeGateway.ts';
import { deleteGateways } from '../setUp/deleteGateways.ts';
import { findBySerial, findGateways, type GatewayValues, type SetUpGateway } from '../setUp/gateway.store.ts';
import { sharingCandidates } from '../sharing/sharing.store.ts';
import { hashAccessToken, newAccessToken } from './accessToken.ts';
import { ofThisCompany } from './mappingProfile.store.ts';
import { keysOfGateway, pagePointsOfGateway } from './mqttPoint.store.ts';
import { newDevicePassword } from './newDevicePassword.ts';

type MqttCalls = Pick<
  typeof gatewayCalls,
  | 'deviceAddMQTT'
  | 'deviceDeleteMQTT'
  | 'getDeviceMQTT'
  | 'getDeviceMQTTPointPage'
  | 'getHeardKeys'
  | 'resetDeviceMQTTPwd'
  | 'updateDeviceMQTT'
  | 'verifyDevice'
>;

const nameOf = (device: string | null, key: string | null): string => `${device ?? ''}\n${key ?? ''}`;

const taken = { serial: 'deviceNo', userName: 'deviceUserName', card: 'ICCID' } as const;

/**
 * @param names of the gateway: what stands on its sticker
 * @throws InvalidInput when the password is one that guessers try first: who knows it writes history
 */
function needUncommonPassword(password: string | undefined, names: readonly string[], language: Language): void {
  if (password === undefined) return;
  const small = password.toLowerCase();
  const weakness = isCommonPassword(password)
    ? accountErrors.passwordCommon
    : names.some((name) => name.toLowerCase() === small)
      ? gatewayErrors.passwordIsName
      : null;
  if (weakness) throw InvalidInput.inField('deviceUserPwd', weakness, language);
}

export function mqttHandlers(deps: GatewayDeps & { presentLive: PresentLive }): Handlers<MqttCalls> {
  const { db, presentLive } = deps;

  /** A profile is of the company, and goes with its format alone. */
  async function profileOf(
    { caller, language }: GatewayContext,
    format: string,
    profileId: number | null | undefined,
    from: Parameters<typeof ofThisCompany>[1] = db,
  ): Promise<number | null> {
    if (format !== 'mapping') return null;
    if (profileId == null || !(await ofThisCompany(caller.tenant, from, profileId)))
      throw InvalidInput.inField(
        'mappingProfileId',
        { zh: '请选择映射配置', en: 'Choose a mapping profile' },
        language,
      );
    return profileId;
  }

  /** Nothing where neither was sent: what a colleague has chosen meanwhile stays. */
  async function formatOf(
    context: GatewayContext,
    transaction: Parameters<typeof ofThisCompany>[1],
    gateway: Pick<SetUpGateway, 'payload_format' | 'mapping_profile_id'>,
    { payloadFormat, mappingProfileId }: Parameters<Handlers<MqttCalls>['updateDeviceMQTT']>[1]['body'],
  ): Promise<Pick<GatewayValues, 'payload_format' | 'mapping_profile_id'>> {
    if (payloadFormat === undefined && mappingProfileId === undefined) return {};
    const format = payloadFormat ?? gateway.payload_format;
    const profileId = mappingProfileId ?? gateway.mapping_profile_id;
    return {
      payload_format: format,
      mapping_profile_id: await profileOf(context, format, profileId, transaction),
    };
  }

  return {
    async getHeardKeys({ caller }, { query }) {
      const { tenant, gateway } = await needGatewayToSetUp(caller, db, query.deviceId);
      needMqtt(gateway);
      const known = new Set(
        (await keysOfGateway(tenant, db, gateway.id)).map(({ mqtt_device, mqtt_key }) => nameOf(mqtt_device, mqtt_key)),
      );
      return deps
        .heardKeysOf(gateway)
        .filter(({ device, key }) => !known.has(nameOf(device, key)))
        .map(({ device, key, value, text, unit, isState, at }) => ({
          MqttDevice: device,
          MqttKey: key,
          Value: value,
          Text: text,
          Unit: unit,
          IsState: isState,
          Time: at,
        }));
    },

    async deviceAddMQTT(context, { body }) {
      const { caller } = context;
      needInProject(caller, body.pid, ['terminalsEdit']);
      const createdBy = body.uid ?? caller.userId;
      if (createdBy !== caller.userId) {
        const [person] = await sharingCandidates(caller.tenant, db, body.pid, { userIds: [createdBy] });
        if (!person) throw new Refusal(gatewayErrors.cannotShareWith);
      }
      needUncommonPassword(body.deviceUserPwd, [body.deviceNo, body.deviceUserName ?? ''], context.language);
      const password = body.deviceUserPwd ?? newDevicePassword();
      const token = body.deviceUserPwd === undefined ? newAccessToken() : null;
      const userName = body.deviceUserName ?? body.deviceNo;
      const id = await addGateway(
        deps,
        context,
        {
          createdBy,
          cardNumber: body.ICCID,
          slaves: [],
          gateway: {
            project_id: body.pid,
            name: body.deviceName,
            name_en: body.deviceNameEn ?? null,
            serial_number: body.deviceNo,
            protocol: 'MQTT',
            payload_format: body.payloadFormat,
            mapping_profile_id: await profileOf(context, body.payloadFormat, body.mappingProfileId),
            registration_identity: body.deviceNo,
            user_name: userName,
            password_hash: await hashPassword(password),
            access_token_hash: token && hashAccessToken(token),
            model: body.DeviceTypeE ?? '',
            description: body.DESCRIBES ?? '',
          },
        },
        taken,
      );
      return {
        DeviceId: id,
        deviceUserName: userName,
        Password: body.deviceUserPwd === undefined ? password : null,
        AccessToken: token,
      };
    },

    async updateDeviceMQTT(context, { body }) {
      const { gateway } = await needGatewayToSetUp(context.caller, db, body.DeviceId);
      needMqtt(gateway);
      const names = [gateway.serial_number, body.deviceUserName ?? gateway.user_name ?? ''];
      needUncommonPassword(body.deviceUserPwd, names, context.language);
      const password_hash = body.deviceUserPwd === undefined ? undefined : await hashPassword(body.deviceUserPwd);
      return changeGateway(
        deps,
        context,
        body.DeviceId,
        async (gateway, transaction) => ({
          ...(body.deviceName === undefined ? {} : { name: body.deviceName }),
          ...(body.deviceNameEn === undefined ? {} : { name_en: body.deviceNameEn }),
          ...(body.deviceUserName === undefined ? {} : { user_name: body.deviceUserName }),
          // A new password ends all earlier credentials, the access token too.
          ...(password_hash === undefined ? {} : { password_hash, access_token_hash: null }),
          ...(body.DeviceTypeE === undefined ? {} : { model: body.DeviceTypeE }),
          ...(body.DESCRIBES === undefined ? {} : { description: body.DESCRIBES }),
          ...keptOff(body.IsDisconnected, gateway, deps.clock.now()),
          ...(await formatOf(context, transaction, gateway, body)),
        }),
        taken,
      );
    },

    async resetDeviceMQTTPwd(context, { body }) {
      const { gateway } = await needGatewayToSetUp(context.caller, db, body.DeviceId);
      needMqtt(gateway);
      const password = newDevicePassword();
      const userName = gateway.user_name ?? gateway.serial_number;
      const token = newAccessToken();
      const made = { password_hash: await hashPassword(password), access_token_hash: hashAccessToken(token) };
      await changeGateway(deps, context, gateway.id, () => ({ user_name: userName, ...made }), taken);
      return { deviceUserName: userName, Password: password, AccessToken: token };
    },

    async deviceDeleteMQTT(context, { body }) {
      const gateway = await findBySerial(gatewayTenantOf(context.caller), db, body.deviceNo);
      if (!gateway || (body.pid !== undefined && body.pid !== gateway.project_id))
        throw new Refusal(commonErrors.notFound);
      const keptDays = await deps.keptAfterDeletion({ gatewayIds: [gateway.id] });
      return presentBelongings(
        await deleteGateways(deps, context, [gateway.id], { onlyMqtt: true }),
        keptDays,
        context.language,
      );
    },

    async getDeviceMQTT({ caller, language }, { query }) {
      const tenant = gatewayTenantOf(caller);
      const projectId = query.ProjectId ?? caller.projectId;
      const { rows, total } = await pageGateways(
        tenant,
        db,
        { protocols: ['MQTT'], projectIds: projectId === null ? undefined : [projectId], text: query.name },
        { by: language === 'en' ? 'nameEn' : 'name', ascending: true },
        { offset: (query.pageIndex - 1) * query.pageSize, limit: query.pageSize },
      );
      const found = await findGateways(
        tenant,
        db,
        rows.map(({ id }) => id),
      );
      const userNames = new Map(found.map(({ id, user_name }) => [id, user_name]));
      return {
        Data: rows.map((row) => ({
          DeviceId: row.id,
          deviceName: inLanguage(row.name, row.name_en, language),
          deviceNo: row.serial_number,
          deviceUserName: userNames.get(row.id) ?? null,
          payloadFormat: row.payload_format,
          pid: row.project_id,
          ProjectName: inLanguage(row.project_name, row.project_name_en, language),
          ConnectStatus: row.connection,
          LastSeenEPOCH: epochOf(row.last_seen_at),
          PointCount: row.point_count,
        })),
        TotalCount: total,
      };
    },

    async getDeviceMQTTPointPage({ caller, language }, { query }) {
      const gateway = await needGateway(gatewayTenantOf(caller), db, query.deviceId);
      needMqtt(gateway);
      const page = { offset: (query.pageIndex - 1) * query.pageSize, limit: query.pageSize };
      const { rows, total } = await pagePointsOfGateway(
        caller.tenant,
        db,
        { gatewayId: gateway.id, text: query.name },
        page,
      );
      const values = await presentLive(
        caller.tenant,
        gateway.project_id,
        rows.map(({ point }) => point),
        language,
      );
      return {
        Data: values.map((value, place) => ({
          ...value,
          MqttDevice: rows[place]!.mqtt_device,
          MqttKey: rows[place]!.mqtt_key,
        })),
        TotalCount: total,
      };
    },

    async verifyDevice({ caller, language }, { query }) {
      const gateway = await findBySerial(gatewayTenantOf(caller), db, query.deviceNo);
      if (!gateway)
        return {
          IsKnown: false,
          DeviceId: null,
          DeviceName: null,
          IsRight: null,
          ConnectStatus: null,
          Message: verifyText.unknown[language],
        };
      const { deviceUserName, deviceUserPwd } = query;
      const isAsked = gateway.protocol === 'MQTT' && deviceUserName !== undefined && deviceUserPwd !== undefined;
      const isRight = isAsked
        ? gateway.user_name === deviceUserName &&
          gateway.password_hash !== null &&
          (await verifyPassword(gateway.password_hash, deviceUserPwd))
        : null;
      const connection = gateway.online ? 1 : gateway.last_seen_at === null ? 2 : 0;
      return {
        IsKnown: true,
        DeviceId: gateway.id,
        DeviceName: inLanguage(gateway.name, gateway.name_en, language),
        IsRight: isRight,
        ConnectStatus: connection,
        Message: verifyMessage(isRight, connection, language),
      };
    },
  };
}

const verifyText = {
  unknown: {
    zh: '您可见的网关中没有这个序列号',
    en: 'None of the gateways you can see has this serial number',
  },
  wrong: { zh: '用户名或密码错误', en: 'User name or password are wrong' },
  online: { zh: '网关在线', en: 'The gateway is online' },
  offline: { zh: '网关已设置，当前离线', en: 'The gateway is set up and offline' },
  never: { zh: '网关已设置，尚未连接过', en: 'The gateway is set up and has not connected yet' },
} as const;

const verifyMessage = (isRight: boolean | null, connection: number, language: Language): string =>
  verifyText[isRight === false ? 'wrong' : connection === 1 ? 'online' : connection === 0 ? 'offline' : 'never'][
    language
  ];
