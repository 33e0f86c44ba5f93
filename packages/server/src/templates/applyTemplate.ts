import { type Language, templateErrors } from '@watchpost/contract';
import type { UserTenant } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import { fitSlave } from '../gateways/index.ts';
import type { OneWrite } from '../logs/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import {
  addPoints,
  insertType,
  type Line,
  listTypes,
  lockPoints,
  lockTypes,
  type ModbusMapping,
  type PointDraft,
  takenIn,
} from '../points/index.ts';
import type { Template } from './store.ts';
import type { TemplatePoint } from './TemplatePoint.ts';
import { plainType, usualTypeOf, usualTypes } from './usualTypes.ts';

const normal = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/** What a template's types are called in this company, or will be: by code, and by what they are called in either language. */
export async function typeNamesOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  language: Language,
): Promise<(typeName: string) => string> {
  const names = new Map<string, string>();
  const usual = Object.entries(usualTypes).map(([code, type]) => ({ ...type, code }));
  // A code is never taken for a name, and the company's own words count before the usual ones.
  for (const type of [...usual, ...(await listTypes(tenant, db))]) {
    const shown = inLanguage(type.name_zh, type.name_en, language);
    for (const name of [type.name_en, type.name_zh, type.code]) names.set(normal(name), shown);
  }
  return (typeName) => names.get(normal(typeName)) ?? typeName;
}

/** From what the manual counts to what is on the wire. */
function onWire(point: TemplatePoint, firstAddress: number): ModbusMapping | null {
  const { modbus, name } = point;
  if (!modbus) return null;
  const shifted = (address: number): number => {
    const wire = address - firstAddress;
    if (wire < 0 || wire > 0xffff) throw new Refusal(templateErrors.addressOutOfRange, { name });
    return wire;
  };
  const { statusRegister } = modbus;
  return {
    ...modbus,
    address: shifted(modbus.address),
    statusRegister: statusRegister && { ...statusRegister, address: shifted(statusRegister.address) },
  };
}

export interface Applied {
  addedNames: string[];
  skippedNames: string[];
  newTypeNames: string[];
  pointIds: number[];
}

/** Makes the points of a template there; those that are there by name, or by key, are left out. */
export async function applyTemplate(
  tenant: UserTenant,
  write: OneWrite,
  events: EventBus,
  {
    template,
    points,
    line,
    mqttDevice,
    prefix,
    isDryRun,
    language,
  }: {
    template: Template;
    points: readonly TemplatePoint[];
    line: Line;
    mqttDevice: string | null;
    prefix: string;
    isDryRun: boolean;
    /** Of the names that are answered; the points have theirs in both. */
    language: Language;
  },
): Promise<Applied> {
  const { transaction, log, unchanged } = write;
  const place = { projectId: line.project_id, gatewayId: line.gateway_id, slaveId: line.slave_id };
  await lockPoints(tenant, transaction, place.projectId);
  const taken = await takenIn(tenant, transaction, place);
  const names = new Set(taken.map(({ name }) => name));
  const keys = new Set(taken.map(({ mqtt_device, mqtt_key }) => `${mqtt_device ?? ''}\n${mqtt_key}`));
  const isThere = ({ name, mqttKey }: TemplatePoint): boolean =>
    template.kind === 'mqtt' ? keys.has(`${mqttDevice ?? ''}\n${mqttKey}`) : names.has(prefix + name);

  const wanted = points.filter((point) => !isThere(point));
  const shownName = ({ name, nameEn }: TemplatePoint): string => prefix + inLanguage(name, nameEn, language);
  const skippedNames = points.filter(isThere).map(shownName);
  if (wanted.length === 0) throw new Refusal(templateErrors.nothingNew);
  const { typeIdOf, newTypeNames } = await typesFor(tenant, write, events, wanted, isDryRun, language);
  const addedNames = wanted.map(shownName);
  // What is wrong with an address is said in a dry run, too.
  const mappings = wanted.map((point) => onWire(point, template.first_address));
  if (isDryRun) {
    unchanged();
    return { addedNames, skippedNames, newTypeNames, pointIds: [] };
  }
  const drafts = wanted.map(
    (point, i): PointDraft => ({
      kind: template.kind === 'mqtt' ? 'mqtt' : 'modbus',
      name: prefix + point.name,
      nameEn: point.nameEn === null ? null : prefix + point.nameEn,
      typeId: typeIdOf(point),
      unit: point.unit === '' ? null : point.unit,
      decimals: point.decimals,
      level: point.level,
      writable: point.writable,
      samplingIntervalSeconds: point.samplingIntervalSeconds,
      rangeLow: point.rangeLow,
      rangeHigh: point.rangeHigh,
      errorValues: point.errorValues,
      frozenAfterSeconds: point.frozenAfterSeconds,
      modbus: mappings[i] ?? null,
      mqttKey: point.mqttKey,
      mqttDevice: template.kind === 'mqtt' ? mqttDevice : null,
      formula: null,
      inputs: [],
    }),
  );
  const pointIds = await addPoints(tenant, write, events, place, drafts);
  const { companyId } = tenant;
  const subject = { kind: 'template', id: template.id, name: template.name } as const;
  const appliedTo = line.slave_name === null ? line.gateway_name : `${line.gateway_name} / ${line.slave_name}`;
  log({ companyId, projectId: line.project_id, subject, after: { appliedTo, points: addedNames } });
  if (line.slave_id !== null) {
    const slave = {
      id: line.slave_id,
      name: line.slave_name ?? '',
      gatewayId: line.gateway_id,
      gatewayName: line.gateway_name,
      projectId: line.project_id,
    };
    const { max_registers, max_gap, baud_rate, data_bits, parity, stop_bits } = template;
    const device = { max_registers, max_gap, baud_rate, data_bits, parity, stop_bits };
    await fitSlave(tenant, write, events, slave, device, taken.length === 0);
  }
  return { addedNames, skippedNames, newTypeNames, pointIds };
}

/** The company's types that points mean; what is missing is made. */
async function typesFor(
  tenant: UserTenant,
  { transaction, log, afterCommit }: OneWrite,
  events: EventBus,
  points: readonly TemplatePoint[],
  isDryRun: boolean,
  language: Language,
): Promise<{ typeIdOf: (point: TemplatePoint) => number; newTypeNames: string[] }> {
  const known = new Map<string, { id: number; value_type: string }>();
  await lockTypes(tenant, transaction);
  // A code is never taken for a name.
  for (const type of await listTypes(tenant, transaction))
    for (const name of [type.name_en, type.name_zh, type.code]) known.set(normal(name), type);
  const newTypeNames: string[] = [];
  const madeIds: number[] = [];
  for (const { typeName, valueType, unit } of points) {
    const usual = usualTypeOf(typeName);
    const found =
      known.get(normal(typeName)) ??
      (usual && (known.get(normal(usual.type.name_zh)) ?? known.get(normal(usual.type.name_en))));
    if (found) {
      if (found.value_type !== valueType) throw new Refusal(templateErrors.typeDiffers, { name: typeName });
      known.set(normal(typeName), found);
      continue;
    }
    const values = usual?.type ?? plainType(typeName, valueType, unit ?? '');
    newTypeNames.push(inLanguage(values.name_zh, values.name_en, language));
    const id = isDryRun ? 0 : await insertType(tenant, transaction, values, usual?.code ?? null);
    known.set(normal(typeName), { id, value_type: values.value_type });
    if (isDryRun) continue;
    madeIds.push(id);
    const subject = { kind: 'pointType', id, name: values.name_zh } as const;
    log({ companyId: tenant.companyId, subject, after: values });
  }
  const { companyId } = tenant;
  if (madeIds.length > 0)
    afterCommit(() => events.emit('configurationChanged', { companyId, kind: 'pointType', ids: madeIds }));
  return { typeIdOf: ({ typeName }) => known.get(normal(typeName))!.id, newTypeNames };
}
