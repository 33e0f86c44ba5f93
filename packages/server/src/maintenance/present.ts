import type {
  Language,
  MaintenanceContractRow,
  MaintenanceOrderRow,
  MaintenanceTemplateRow,
  TeamRow,
} from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import type { ContractRow } from './contracts/contract.store.ts';
import { contractState, documentHash } from './contracts/document.ts';
import type { OrderRow, SheetRow } from './orders/order.store.ts';
import type { TeamRow as Team } from './teams/team.store.ts';
import type { TemplateRow } from './templates/template.store.ts';

export const presentTeam = (row: Team): TeamRow => ({
  TeamId: row.id,
  TeamName: row.name,
  TypeList: row.types,
  AreaList: row.areas,
  Enabled: row.enabled,
  MemberCount: row.members.length,
  MemberList: row.members.map(({ user_id, name, is_admin, mobile }) => ({
    UserId: user_id,
    UserName: name,
    IsAdmin: is_admin,
    Mobile: mobile,
  })),
  OpenOrderCount: row.open_count,
  ContractCount: row.contract_count,
  Note: row.note,
  UpdateEpoch: row.updated_at.getTime(),
});

export const presentTemplate = (row: TemplateRow): MaintenanceTemplateRow => ({
  TemplateId: row.id,
  TemplateName: row.name,
  TemplateType: row.type,
  GroupCount: row.draft.length,
  ItemCount: row.draft.reduce((sum, { ItemList }) => sum + ItemList.length, 0),
  Revision: row.n,
  ReviseEpoch: row.published_at?.getTime() ?? null,
  ReviseName: row.published_by,
  HasDraft: row.has_draft,
});

export const presentContract = (row: ContractRow, today: string, language: Language): MaintenanceContractRow => ({
  ContractId: row.id,
  ContractName: row.name,
  ContractNumber: row.number,
  PartyA: row.party_a,
  TeamId: row.team_id,
  TeamName: row.team_name,
  SigningDate: row.signing_date,
  ProjectList: row.projects.map(({ id, name, name_en }) => ({
    ProjectId: id,
    ProjectName: inLanguage(name, name_en, language),
  })),
  StartDate: row.valid_from,
  EndDate: row.valid_to,
  Cycle: row.cycle,
  CycleCount: row.cycle_count,
  FirstDate: row.first_on,
  TemplateList: row.templates.map(({ id, name }) => ({ TemplateId: id, TemplateName: name })),
  Amount: row.amount_fen === null ? null : row.amount_fen / 100,
  State: contractState(row, today),
  Hash: documentHash(row),
  SignatureList: row.signatures.map(({ party, name, at }) => ({ Party: party, Name: name, Epoch: Date.parse(at) })),
  Note: row.note,
  UpdateEpoch: row.updated_at.getTime(),
});

export const presentMaintenanceOrder = (row: OrderRow, today: string, language: Language): MaintenanceOrderRow => ({
  OrderId: row.id,
  ContractId: row.contract_id,
  ContractName: row.contract_name,
  ProjectId: row.project_id,
  ProjectName: inLanguage(row.project_name, row.project_name_en, language),
  TeamId: row.team_id,
  TeamName: row.team_name,
  NominalDate: row.nominal_on,
  PlannedDate: row.planned_on,
  State: row.state,
  Overdue: (row.state === 'planned' || row.state === 'started') && row.planned_on < today,
  AssigneeName: row.assignee_name,
  DoneEpoch: row.done_at?.getTime() ?? null,
  BadCount: row.bad_count,
});

export const presentSheet = (row: SheetRow) => ({
  TemplateId: row.template_id,
  TemplateName: row.template_name,
  Revision: row.n,
  GroupList: row.groups,
  AnswerList: row.answers,
});
