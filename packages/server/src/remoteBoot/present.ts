import type {
  BootPasswordRow,
  BootPasswordState,
  BootUnitRow,
  CaliberStandardVersion,
  Language,
  PipeStandardVersion,
} from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import type { PasswordRow } from './passwords/password.store.ts';
import type { CaliberRow, PipeRow } from './standards/standard.store.ts';
import { dayOf, isTakenOn } from './units/dayOf.ts';
import type { UnitRow } from './units/unit.store.ts';

const metres = (mm: number): number => mm / 1000;
const millimetres = (hundredths: number): number => hundredths / 100;

const megapascal = (kilopascal: number): number => kilopascal / 1000;
const amperes = (hundredths: number): number => hundredths / 100;
const percent = (hundredths: number): number => hundredths / 100;
const orNull = (value: number | null | undefined, present: (value: number) => number): number | null =>
  value == null ? null : present(value);

const version = (row: PipeRow | CaliberRow, isInForce: boolean, unitCount: number) => ({
  Revision: row.revision,
  ValidFrom: row.valid_from,
  IsInForce: isInForce,
  UnitCount: unitCount,
  UpdateEpoch: row.updated_at.getTime(),
});

export const presentPipe = (row: PipeRow, isInForce: boolean, unitCount: number): PipeStandardVersion => ({
  Model: row.model,
  MaxPipeLength: metres(row.max_length),
  GasMaxClimb: metres(row.gas_climb),
  LiquidMaxClimb: metres(row.liquid_climb),
  OilType: row.oil_type,
  TrapInterval: orNull(row.trap_interval, metres),
  TestPressure: orNull(row.test_pressure, megapascal),
  MaxVacuum: row.max_vacuum,
  MinSlope: orNull(row.min_slope, percent),
  IncludedLength: orNull(row.included_length, metres),
  NameplateCurrent: orNull(row.nameplate_current, amperes),
  SuctionFrom: orNull(row.suction_from, megapascal),
  SuctionTo: orNull(row.suction_to, megapascal),
  DischargeFrom: orNull(row.discharge_from, megapascal),
  DischargeTo: orNull(row.discharge_to, megapascal),
  ...version(row, isInForce, unitCount),
});

export const presentCaliber = (row: CaliberRow, isInForce: boolean, unitCount: number): CaliberStandardVersion => ({
  Model: row.model,
  LengthFrom: metres(row.length_from),
  LengthTo: metres(row.length_to),
  ClimbFrom: metres(row.climb_from),
  ClimbTo: metres(row.climb_to),
  GasDiameter: millimetres(row.gas),
  RiserDiameter: millimetres(row.riser),
  LiquidDiameter: millimetres(row.liquid),
  ChargePerMetre: row.charge_per_metre,
  ...version(row, isInForce, unitCount),
});

export const presentUnit = (
  row: UnitRow,
  language: Language,
  may: {
    readonly install: boolean;
    readonly approve: boolean;
    readonly reveal: boolean;
    readonly unlock: boolean;
    readonly lockValue: number | null;
  },
): BootUnitRow => ({
  UnitId: row.id,
  UnitName: row.name,
  ContractNumber: row.contract_number,
  UnitNumber: row.unit_number,
  Model: row.model,
  ProjectId: row.project_id,
  ProjectName: row.project_name === null ? null : inLanguage(row.project_name, row.project_name_en, language),
  Position: row.position,
  InstallStatus: row.state,
  Install: row.install && {
    HorizontalLength: metres(row.install.length),
    GasClimb: metres(row.install.gasClimb),
    LiquidClimb: metres(row.install.liquidClimb),
    GasDiameter: millimetres(row.install.gas),
    RiserDiameter: millimetres(row.install.riser),
    LiquidDiameter: millimetres(row.install.liquid),
    OilType: row.install.oil,
    OilTraps: row.install.traps ?? null,
    Slope: orNull(row.install.slope, percent),
    ChargeAdded: row.install.charge ?? null,
    PressureFrom: orNull(row.install.pressure?.from, megapascal),
    PressureTo: orNull(row.install.pressure?.to, megapascal),
    PressureFromTemp: row.install.pressure?.fromTemp ?? null,
    PressureToTemp: row.install.pressure?.toTemp ?? null,
    PressureHours: row.install.pressure?.hours ?? null,
    GaugeStep: orNull(row.install.pressure?.step, megapascal),
    VacuumEnd: row.install.vacuum?.end ?? null,
    VacuumRise: row.install.vacuum?.rise ?? null,
  },
  ModelTreeId: row.device_id,
  ModelTreeName: row.device_name === null ? null : inLanguage(row.device_name, row.device_name_en, language),
  LockPointId: row.lock_point_id,
  LockPointName:
    row.lock_point_name === null ? null : inLanguage(row.lock_point_name, row.lock_point_name_en, language),
  InstallerId: row.installer_id,
  InstallerName: row.installer_name,
  MayInstall: may.install,
  UnlockValue: row.unlock_value,
  HasNoClock: row.has_no_clock,
  PhotoCount: row.photos,
  Waiver: row.waiver,
  WaiveName: row.waived_name,
  BootEpoch: row.booted_at?.getTime() ?? null,
  BootWay: row.boot_way,
  WatchState: row.watch_state,
  // Those of earlier installations give no reason.
  VerdictList: row.verdicts.map((verdict) => ({ ...verdict, Why: verdict.Why ?? null })),
  PipeRevision: row.pipe_revision,
  CaliberRevision: row.caliber_revision,
  KeyEpoch: row.key_shown_at?.getTime() ?? null,
  KeyName: row.key_shown_name,
  MayApprove: may.approve,
  MayReveal: may.reveal,
  MayUnlock: may.unlock,
  LockValue: may.lockValue,
  UpdateEpoch: row.updated_at.getTime(),
});

function statusOfPassword(row: PasswordRow, today: string): BootPasswordState {
  if (row.revoked_at !== null) return 'revoked';
  if (row.used_at !== null) return 'used';
  return isTakenOn(row, today) ? 'issued' : 'expired';
}

export function presentPassword(row: PasswordRow, now: number): BootPasswordRow {
  const today = dayOf(row, now);
  const isOpen = row.revoked_at === null && row.used_at === null;
  return {
    PasswordId: row.id,
    UnitId: row.unit_id,
    UnitName: row.unit_name,
    UnitNumber: row.unit_number,
    Day: row.day,
    Attempt: row.attempt,
    Counter: row.counter,
    State: statusOfPassword(row, today),
    IssueName: row.issued_name,
    IssueEpoch: row.issued_at.getTime(),
    RevokeName: row.revoked_name,
    RevokeEpoch: row.revoked_at?.getTime() ?? null,
    Reason: row.reason,
    ShowName: row.shown_name,
    ShowEpoch: row.shown_at?.getTime() ?? null,
    ShowAddress: row.shown_address,
    UseEpoch: row.used_at?.getTime() ?? null,
    UseWay: row.used_way,
    MayRevoke: isOpen && isTakenOn(row, today),
  };
}
