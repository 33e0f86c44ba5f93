import {
  type GatewayInfo,
  type GatewayRow,
  gatewaySharing,
  type Language,
  type SimStatusName,
  type SlaveRow,
  simStatus,
  type WhatGoesWithGateways,
} from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import type { GatewayTenant } from './gatewayTenant.ts';
import type { ListedGateway } from './list/gatewayPage.store.ts';
import type { ListedSlave } from './list/slavePage.store.ts';
import type { Belongings } from './setUp/belongings.store.ts';
import type { SetUpGateway } from './setUp/gateway.store.ts';
import type { SharedUser } from './sharing/sharing.store.ts';

export interface Presenting {
  readonly language: Language;
  readonly tenant: GatewayTenant;
}

/** When a slave of an open line is asked the next time. */
export type NextAskAt = (gatewayId: number, slaveAddress: number) => number | null;

export const epochOf = (date: Date | null): number | null => date?.getTime() ?? null;

export const simStatusOf = (state: string | null): number | null =>
  state === null ? null : simStatus[state as SimStatusName];

export const presentGateway = (row: ListedGateway, { language, tenant }: Presenting): GatewayRow => ({
  DeviceId: row.id,
  DeviceName: inLanguage(row.name, row.name_en, language),
  DeviceNo: row.serial_number,
  DeviceTypeE: row.model,
  DESCRIBES: row.description,
  PROTOCOL: row.protocol,
  PayloadFormat: row.payload_format,
  ProjectId: row.project_id,
  ProjectName: inLanguage(row.project_name, row.project_name_en, language),
  ConnectStatus: row.connection,
  LastSeenEPOCH: epochOf(row.last_seen_at),
  OfflineSinceEPOCH: row.connection === 0 ? epochOf(row.offline_since) : null,
  SystemStatus: row.sync,
  DesiredVersion: row.desired_version,
  ReportedVersion: row.reported_version,
  ICCID: row.card_number,
  SimStatus: simStatusOf(row.card_state),
  SimFlowStatus: row.flow,
  SlaveCount: row.slave_count,
  SilentSlaveCount: row.connection === 1 ? row.silent_slave_count : 0,
  PointCount: row.point_count,
  CREATETIME: localOfEpoch(row.created_at.getTime(), row.time_zone),
  CreateName: row.created_name,
  AuthorizationType: gatewaySharing[row.sharing],
  MayEdit: tenant.editedProjectIds.has(row.project_id),
});

export const presentSlave = (
  row: ListedSlave,
  { language, nextAskAt }: Pick<Presenting, 'language'> & { nextAskAt: NextAskAt },
): SlaveRow => ({
  DeviceModuleId: row.id,
  DeviceId: row.gateway_id,
  DeviceName: inLanguage(row.gateway_name, row.gateway_name_en, language),
  DeviceAddress: row.address,
  SlaveName: row.name,
  Category: row.category,
  BaudRate: row.baud_rate,
  DataBit: row.data_bits,
  CheckBit: row.parity,
  StopBit: row.stop_bits,
  MaxRegisters: row.max_registers,
  MaxGap: row.max_gap,
  PointCount: row.point_count,
  ConnectStatus: row.connection,
  SilentSinceEPOCH: row.connection === 0 ? epochOf(row.silent_since) : null,
  NextTryEPOCH: row.connection === 0 ? nextAskAt(row.gateway_id, row.address) : null,
});

export const presentInfo = (
  row: ListedGateway,
  setUp: SetUpGateway,
  slaves: readonly ListedSlave[],
  shared: readonly SharedUser[],
  presenting: Presenting & { mayShare: boolean; nextAskAt: NextAskAt },
): GatewayInfo => ({
  ...presentGateway(row, presenting),
  DeviceNameZh: row.name,
  DeviceNameEn: row.name_en,
  Address: setUp.address,
  RegistrationMode: setUp.registration_mode,
  RegistrationIdentity: setUp.registration_identity,
  AllowedNetworks: setUp.allowed_networks,
  HeartBeat: setUp.heartbeat.toString('hex').toUpperCase(),
  DeviceUserName: setUp.user_name,
  HasPassword: setUp.password_hash !== null,
  MappingProfileId: setUp.mapping_profile_id,
  DesiredEPOCH: epochOf(setUp.desired_at),
  ReportedEPOCH: epochOf(setUp.reported_at),
  DisconnectedEPOCH: epochOf(setUp.disconnected_at),
  MayShare: presenting.mayShare,
  SharedWith: shared.map(({ user_id, name, shared_at }) => ({
    UserId: user_id,
    Name: name,
    SharedEPOCH: shared_at.getTime(),
  })),
  Slaves: slaves.map((slave) => presentSlave(slave, presenting)),
});

/** @param keptDays how long the history of the points stays; null: for ever */
export const presentBelongings = (
  goes: Belongings,
  keptDays: number | null,
  language: Language,
): WhatGoesWithGateways => ({
  Gateways: goes.gateways,
  Slaves: goes.slaves,
  Points: goes.points,
  AlarmRules: goes.alarm_rules,
  LookingRules: goes.looking_rules,
  Alarms: goes.alarms,
  Devices: goes.devices,
  HistoryKeptDays: keptDays,
  Names: goes.names.map(({ name, name_en }) => inLanguage(name, name_en, language)),
  ComputedNames: goes.computed_names.map(({ name, name_en }) => inLanguage(name, name_en, language)),
});
