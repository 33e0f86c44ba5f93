import { commonErrors, type gatewayCalls, gatewayErrors, gatewaySync, isDialled } from '@watchpost/contract';
import { companyIsOperator } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { GatewayDeps } from '../GatewayDeps.ts';
import { gatewayTenantOf } from '../gatewayTenant.ts';
import { pageGateways } from '../list/gatewayPage.store.ts';
import { mayDial } from '../mayDial.ts';
import { needGateway } from '../needGateway.ts';
import { epochOf } from '../present.ts';
import { findBySerials } from '../setUp/gateway.store.ts';
import { slavesOf } from '../setUp/slave.store.ts';
import { applyFile, readGatewayFile } from './applyFile.ts';
import { connectionSettings } from './connectionSettings.ts';
import { gatewayFile } from './gatewayFile.ts';
import { pointsInFile } from './pointFile.store.ts';

type ConfigurationCalls = Pick<
  typeof gatewayCalls,
  'getDeviceConfig' | 'getDeviceSyncState' | 'getDeviceTCPConfig' | 'getFboxInformationbyHand' | 'uploadDeviceConfig'
>;

const text = {
  sync: [
    { zh: '配置已更改，等待网关采用', en: 'The configuration changed. The gateway has not taken it yet' },
    { zh: '网关的配置是最新的', en: 'The gateway has the present configuration' },
    { zh: '此网关不上报配置版本', en: 'This gateway does not say which configuration it has' },
  ],
  /** Why it does not say so, by what it speaks. */
  whyUnknown: {
    thingsboard: {
      zh: '网关尚未上报配置版本。支持 ThingsBoard 属性的网关可读取共享属性 configurationVersion，采用后以同名客户端属性上报',
      en: 'The gateway has not reported a configuration version. A gateway with ThingsBoard attributes reads the shared attribute configurationVersion and reports it as a client attribute of the same name once it uses it',
    },
    other: {
      zh: '此数据格式没有上报配置版本的方法：网关按自己的设置上报，本系统只按键接收，不向其下发配置',
      en: 'Its message format has no way to say which configuration the gateway has: it publishes as it is set up itself, and nothing is sent to it',
    },
  },
  noFbox: {
    zh: '本系统未配置 FBox 账号',
    en: 'No FBox account is configured for this installation',
  },
  noBox: { zh: '账号下没有匹配的 FBox', en: 'The account has no such box' },
} as const;

export function configurationHandlers(deps: GatewayDeps): Handlers<ConfigurationCalls> {
  const { db, fbox, fieldAddress, log } = deps;
  return {
    async getDeviceConfig({ caller }, { query }) {
      const tenant = gatewayTenantOf(caller);
      const gateway = await needGateway(tenant, db, query.deviceId);
      const [slaves, points] = await Promise.all([
        slavesOf(tenant, db, gateway.id),
        pointsInFile(tenant, db, gateway.id),
      ]);
      return {
        name: `${gateway.serial_number}.json`,
        contentType: 'application/json',
        content: Buffer.from(`${JSON.stringify(gatewayFile(gateway, slaves, points), null, 2)}\n`),
      };
    },

    async uploadDeviceConfig(context, { query, files }) {
      const [file] = files;
      if (!file) throw new Refusal(commonErrors.fileMissing);
      const wanted = readGatewayFile(file.content);
      const { address } = wanted.gateway;
      if (isDialled(wanted.protocol) && address !== null && !(await mayDial(deps.guard, address)))
        throw new Refusal(gatewayErrors.addressForbidden);
      const { isApplied, differences, problems } = await applyFile(deps, context, query.deviceId, wanted, {
        isDryRun: query.isDryRun,
      });
      return {
        IsApplied: isApplied,
        Differences: differences.map(({ kind, change, name, fields }) => ({
          Kind: kind,
          Change: change,
          Name: name,
          Fields: fields.map(({ field, before, after }) => ({ Field: field, Before: before, After: after })),
        })),
        Problems: problems.map(({ name, message }) => ({ Name: name, Message: message })),
      };
    },

    async getDeviceTCPConfig({ caller, language }, { query }) {
      const gateway = await needGateway(gatewayTenantOf(caller), db, query.deviceId);
      return {
        DeviceId: gateway.id,
        DeviceName: inLanguage(gateway.name, gateway.name_en, language),
        PROTOCOL: gateway.protocol,
        Settings: connectionSettings(gateway, fieldAddress, language).map(({ name, value, hint }) => ({
          Name: name,
          Value: value,
          Hint: hint,
        })),
      };
    },

    async getDeviceSyncState({ caller, language }, { query }) {
      const tenant = gatewayTenantOf(caller);
      const gateway = await needGateway(tenant, db, query.deviceId);
      const { rows } = await pageGateways(
        tenant,
        db,
        { gatewayIds: [gateway.id] },
        { by: 'name', ascending: true },
        { offset: 0, limit: 1 },
      );
      const { sync } = rows[0]!;
      return {
        DeviceId: gateway.id,
        DeviceName: inLanguage(gateway.name, gateway.name_en, language),
        SystemStatus: sync,
        DesiredVersion: gateway.desired_version,
        DesiredEPOCH: gateway.desired_at.getTime(),
        ReportedVersion: gateway.reported_version,
        ReportedEPOCH: epochOf(gateway.reported_at),
        Message:
          sync === gatewaySync.unknown
            ? text.whyUnknown[gateway.payload_format === 'thingsboard' ? 'thingsboard' : 'other'][language]
            : text.sync[sync]![language],
      };
    },

    async getFboxInformationbyHand({ caller, language }, { query }) {
      if (fbox === null) return { IsConfigured: false, Message: text.noFbox[language], Boxes: [] };
      const boxes = await fbox.boxes().catch((error: unknown) => {
        log.warn({ err: error }, 'The FBox cloud did not answer');
        throw new Refusal(gatewayErrors.fboxFailed, { reason: error instanceof Error ? error.message : '' });
      });
      const part = query.boxNo?.toLowerCase() ?? '';
      const tenant = gatewayTenantOf(caller);
      const matching = boxes.filter(({ number, name }) => `${number}\n${name}`.toLowerCase().includes(part));
      // The account is the installation's: other companies hear of their own boxes only.
      const seesAll = tenant.opensAll && (await companyIsOperator(tenant, db));
      const numbers = matching.map(({ number }) => number);
      const open = new Map(
        (await findBySerials(tenant, db, numbers)).map(({ id, serial_number }) => [serial_number, id]),
      );
      const found = seesAll ? matching : matching.filter(({ number }) => open.has(number));
      return {
        IsConfigured: true,
        Message: found.length === 0 ? text.noBox[language] : '',
        Boxes: found.slice(0, 500).map(({ number, name, connection }) => ({
          BoxNo: number,
          Name: name,
          ConnectStatus: connection,
          DeviceId: open.get(number) ?? null,
        })),
      };
    },
  };
}
