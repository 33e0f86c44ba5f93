import type { CustomerHealth, CustomerRow, CustomerState, Language } from '@watchpost/contract';
import { dayMs } from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import { inYuan } from '../platform/yuan.ts';
import type { CustomerValues, DueBy, CustomerRow as Row } from './customer.store.ts';
import type { HealthRow } from './health/health.store.ts';
import { healthScore, partsOfAlarms } from './health/healthScore.ts';

export function customerState({ lost_at, valid_to }: Pick<Row, 'lost_at' | 'valid_to'>, due: DueBy): CustomerState {
  if (lost_at !== null) return 'lost';
  const left = daysLeft(valid_to, due.today);
  return left < 0 ? 'expired' : left <= due.daysBefore ? 'due' : 'running';
}

const daysLeft = (end: string, today: string): number => (Date.parse(end) - Date.parse(today)) / dayMs;

/** A customer as the operation log names it. */
export const subjectOf = ({ id, shop_name }: Pick<Row, 'id' | 'shop_name'>) => ({
  kind: 'customer' as const,
  id,
  name: shop_name,
});

const logNames = {
  shop_name: 'name',
  contacts: 'customerContacts',
  contract_number: 'serviceContract',
  valid_from: 'serviceFrom',
  valid_to: 'serviceTo',
  monitoring_years: 'monitoringYears',
  province: 'province',
  city: 'city',
  provider: 'serviceProvider',
  yearly_fen: 'yearlyFee',
  note: 'note',
} as const satisfies Record<keyof CustomerValues, string>;
/** Of contacts the names alone: the log is read by more people than phone numbers are for. */
export const inLog = (values: Partial<CustomerValues>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      logNames[key as keyof CustomerValues],
      key === 'contacts' ? values.contacts!.map(({ name }) => name) : value,
    ]),
  );

export const presentCustomer = (row: Row, due: DueBy, language: Language): CustomerRow => ({
  CustomerId: row.id,
  ShopName: row.shop_name,
  ContactList: row.contacts.map(({ name, mobile, email }) => ({ Name: name, Mobile: mobile, Email: email })),
  ContractNumber: row.contract_number,
  StartDate: row.valid_from,
  EndDate: row.valid_to,
  State: customerState(row, due),
  DaysLeft: daysLeft(row.valid_to, due.today),
  MonitoringYears: row.monitoring_years,
  Province: row.province,
  City: row.city,
  ServiceProvider: row.provider,
  Controlled: row.controlled,
  YearlyFee: inYuan(row.yearly_fen),
  Health: row.health,
  ProjectList: row.projects.map(({ id, name, name_en, service_end }) => ({
    ProjectId: id,
    ProjectName: inLanguage(name, name_en, language),
    ServiceEnd: service_end,
  })),
  Note: row.note,
  UpdateEpoch: row.updated_at.getTime(),
});

/**
 * Why a customer's health is what it is, by its newest day; null: there is none.
 *
 * @param shows whether the reader sees the alarms of all its projects
 */
export function presentHealth(days: readonly HealthRow[], shows: { readonly alarms: boolean }): CustomerHealth | null {
  const newest = days.at(-1);
  if (!newest) return null;
  const { usage, ...figures } = newest.figures;
  return {
    Day: newest.day,
    PartList: healthScore(figures)
      .parts.filter(({ part }) => shows.alarms || !partsOfAlarms.includes(part))
      .map(({ part, score, weight }) => ({
        HealthPart: part,
        Weight: weight,
        Score: score === null ? null : Math.round(score * 10) / 10,
        Found: figures[part]?.found ?? null,
        Against: figures[part]?.against ?? null,
      })),
    TrendList: days.map(({ day, score }) => ({ Day: day, Score: score })),
    Usage: {
      UrgentCount: shows.alarms ? usage.urgent : null,
      UrgentSeconds: shows.alarms ? usage.urgent_seconds : null,
      WarningCount: usage.warnings,
      RepairCount: usage.repairs,
    },
  };
}
