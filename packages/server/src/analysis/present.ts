import type { CountedAlarm, DeviceFigures, HomeFigures, Language } from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import type { CountedAlarmRow } from './alarms.store.ts';
import type { CountedFigures, ProjectFigures } from './facts/figures.store.ts';
import { medianAndP90, unpackSeconds } from './facts/quantiles.ts';

export function presentCounted(row: CountedAlarmRow, language: Language): CountedAlarm {
  return {
    AlarmId: row.id,
    ProjectId: row.project_id,
    ProjectName: inLanguage(row.project_name, row.project_name_en, language),
    Name: inLanguage(row.name, row.name_en, language),
    Content: language === 'zh' ? row.sentence_zh : row.sentence_en,
    Level: row.worst_severity,
    RaisedEPOCH: row.raised_at.getTime(),
    ClearedEPOCH: row.returned_at?.getTime() ?? null,
    AckedEPOCH: row.acknowledged_at?.getTime() ?? null,
    HandledEPOCH: row.handled_at?.getTime() ?? null,
  };
}

const monthSeconds = (365.25 / 12) * 86_400;
const rounded = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals;
/** Percent with two decimals, never above 100; null: nothing to divide by. */
export const share = (part: number, whole: number): number | null =>
  whole <= 0 ? null : rounded(Math.min(1, Math.max(0, part / whole)) * 100, 2);

/** K·h with one decimal. */
export const degreeHours = (degreeSeconds: number): number => rounded(degreeSeconds / 3600, 1);

/** How a figure is asked for: the devices that there are, and the seconds of the period. */
export interface Measure {
  readonly devices: number;
  readonly seconds: number;
  /** Whether degree-hours are known: the caller sees every level, and a day of the period is counted. */
  readonly knowsDegrees: boolean;
}

/** @param rows of the same devices: one, or several that are added up */
export function presentDevices(
  rows: readonly CountedFigures[],
  { devices, seconds, knowsDegrees }: Measure,
): DeviceFigures {
  const sum = (of: (row: CountedFigures) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const ack = medianAndP90(unpackSeconds(rows.map(({ ack_seconds }) => ack_seconds)));
  const back = medianAndP90(unpackSeconds(rows.map(({ back_seconds }) => back_seconds)));
  const alarms = sum((row) => row.alarms);
  return {
    Alarms: alarms,
    Urgent: sum(({ urgent }) => urgent),
    Devices: devices,
    PerDeviceMonth: devices === 0 || seconds === 0 ? null : alarms / devices / (seconds / monthSeconds),
    AckMedian: ack.median,
    AckP90: ack.p90,
    Unconfirmed: sum(({ unacknowledged }) => unacknowledged),
    BackMedian: back.median,
    BackP90: back.p90,
    ExcursionSeconds: Math.round(sum(({ excursion_seconds }) => excursion_seconds)),
    DegreeHours: knowsDegrees ? degreeHours(sum(({ degree_seconds }) => degree_seconds)) : null,
    DeviceAvailability: share(devices * seconds - sum(({ fault_seconds }) => fault_seconds), devices * seconds),
  };
}

/** Energy of a project whose floor area is known. */
export interface SiteEnergy {
  readonly wh: number;
  readonly squareMetres: number;
}

export function presentProjects(
  rows: readonly ProjectFigures[],
  measure: Measure,
  energy: readonly SiteEnergy[],
): HomeFigures {
  const sum = (of: (row: ProjectFigures) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const watched = sum(({ watched_seconds }) => watched_seconds);
  const [offline, silent, bad] = [
    sum(({ offline_seconds }) => offline_seconds),
    sum(({ silent_seconds }) => silent_seconds),
    sum(({ bad_seconds }) => bad_seconds),
  ];
  const wh = energy.reduce((total, each) => total + each.wh, 0);
  const squareMetres = energy.reduce((total, each) => total + each.squareMetres, 0);
  return {
    ...presentDevices(rows, measure),
    DataAvailability: share(watched - offline - silent - bad, watched),
    OfflineShare: share(offline, watched),
    SilentShare: share(silent, watched),
    BadShare: share(bad, watched),
    Kwh: energy.length === 0 ? null : rounded(wh / 1000, 1),
    SquareMetres: energy.length === 0 ? null : squareMetres,
    KwhPerM2: energy.length === 0 ? null : rounded(wh / 1000 / squareMetres, 2),
  };
}
