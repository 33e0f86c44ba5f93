import {
  type AssetContractRow,
  type AssetContractState,
  type AssetRow,
  contractEndsSoonDays,
  dayMs,
  type Language,
  type StocktakeRow,
  undoDisposalDays,
} from '@watchpost/contract';
import type { DeviceState } from '../devices/index.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { inYuan } from '../platform/yuan.ts';
import type { ContractRow } from './contracts/contract.store.ts';
import type { AssetRow as Row } from './register/asset.store.ts';
import type { StocktakeRow as Stocktake } from './stocktakes/stocktake.store.ts';

export const presentName = ({ id, name, code }: { id: number; name: string; code: string }) => ({
  AssetId: id,
  AssetName: name,
  AssetCode: code,
});

/** @param status of its device as boards say it; null: no device, or not for the caller */
export const presentAsset = (
  row: Row,
  language: Language,
  may: { readonly edit: boolean; readonly undo: boolean },
  status: DeviceState['status'] | null,
  now: number,
): AssetRow => ({
  AssetId: row.id,
  AssetName: row.name,
  AssetCode: row.code,
  Category: row.category,
  Model: row.model,
  FactoryNumber: row.factory_number,
  InstallDate: row.install_date,
  Distributor: row.distributor,
  Source: row.source,
  Supplier: row.supplier,
  Amount: inYuan(row.amount_fen),
  ServiceLife: row.service_life_months,
  ReplacementCost: inYuan(row.replacement_fen),
  WarrantyUntil: row.warranty_until,
  Parent: row.parent && presentName(row.parent),
  Location: row.location,
  IsMonitor: row.is_monitored,
  Usage: row.usage,
  Verification: row.verification,
  ProjectId: row.project_id,
  ProjectName: row.project_name === null ? null : inLanguage(row.project_name, row.project_name_en, language),
  ModelTreeId: row.device_id,
  ModelTreeName: row.device_name === null ? null : inLanguage(row.device_name, row.device_name_en, language),
  ConnectStatus: status,
  Disposal: row.disposal && {
    DisposeDate: row.disposal.disposed_on,
    Reason: row.disposal.reason,
    Proceeds: inYuan(row.disposal.proceeds_fen),
    MayUndo: may.undo && now - row.disposal.said_at <= undoDisposalDays * dayMs,
  },
  Note: row.note,
  UpdateEpoch: row.updated_at.getTime(),
  MayEdit: may.edit,
});

/** Days from one to another, both `YYYY-MM-DD`. */
export const daysUntil = (today: string, day: string): number => (Date.parse(day) - Date.parse(today)) / dayMs;

export function contractState(
  { valid_from, valid_to }: Pick<ContractRow, 'valid_from' | 'valid_to'>,
  today: string,
): AssetContractState {
  if (valid_from > today) return 'upcoming';
  if (valid_to < today) return 'ended';
  return daysUntil(today, valid_to) <= contractEndsSoonDays ? 'ending' : 'running';
}

export const presentContract = (row: ContractRow, today: string): AssetContractRow => ({
  ContractId: row.id,
  ContractNumber: row.number,
  ContractName: row.name,
  Kind: row.kind,
  Supplier: row.supplier,
  StartDate: row.valid_from,
  EndDate: row.valid_to,
  State: contractState(row, today),
  Amount: inYuan(row.amount_fen),
  AssetList: row.assets.map(presentName),
  Note: row.note,
  UpdateEpoch: row.updated_at.getTime(),
});

export const presentStocktake = (row: Stocktake, language: Language): StocktakeRow => ({
  StocktakeId: row.id,
  StocktakeName: row.name,
  ProjectId: row.project_id,
  ProjectName: row.project_name === null ? null : inLanguage(row.project_name, row.project_name_en, language),
  Location: row.location,
  State: row.state,
  PlannedOn: row.planned_on,
  OpenName: row.opened_name,
  OpenEpoch: row.opened_at.getTime(),
  EndName: row.ended_name,
  EndEpoch: row.ended_at?.getTime() ?? null,
  EndNote: row.end_note,
  ClosedAlone: row.closed_alone,
  Expected: row.expected,
  Found: row.found,
  Missing: row.expected - row.found,
  Elsewhere: row.elsewhere,
  Unknown: row.unknown,
});
