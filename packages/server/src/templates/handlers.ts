import { commonErrors, type Language, pointErrors, type templateCalls, templateErrors } from '@watchpost/contract';
import { type Caller, companyIsOperator, mayInCompany, type UserTenant, zoneOf } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import { gatewayTenantOf, lineSettingsOf, needLineToSetUp } from '../gateways/index.ts';
import type { Handlers } from '../handlers.ts';
import { inOneWrite } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { refusingTaken } from '../platform/db/refusingTaken.ts';
import type { CallContext } from '../platform/http/callServer.ts';
import { fillText, Refusal } from '../platform/http/refusal.ts';
import { InvalidInput } from '../platform/http/validate.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { draftOf, findGateway, findSlave, type Line, setUpOfLine } from '../points/index.ts';
import { applyTemplate, typeNamesOf } from './applyTemplate.ts';
import { noteIn, type Presenting, presentDetail, presentRow } from './present.ts';
import {
  deleteTemplateRow,
  findTemplate,
  insertTemplate,
  isNameTaken,
  pageTemplates,
  type Template,
  type TemplateRow,
  updateTemplateRow,
} from './store.ts';
import type { TemplateFacts, TemplatePoint } from './TemplatePoint.ts';

export interface TemplateDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventBus;
}

type TemplateHandlers = Handlers<typeof templateCalls>;
type Input<Name extends keyof TemplateHandlers> = Parameters<TemplateHandlers[Name]>[1];
type Body = Input<'updateTemplate'>['body'];
type Register = NonNullable<Body['RegisterList']>[number];
type Key = NonNullable<Body['KeyList']>[number];

type TypeNames = readonly ((typeName: string) => string)[];

const pointOf = (
  kind: TemplateFacts['kind'],
  value: Register | Key,
  before: TemplatePoint | undefined,
  language: Language,
  /** What types that are named by code are called, in each language. */
  typeNames: TypeNames,
): TemplatePoint => {
  const draft = draftOf(kind === 'register' ? 'modbus' : 'mqtt', { ...value, PointTypeId: 0 });
  const { kind: _, typeId: __, mqttDevice: ___, formula: ____, inputs: _____, ...rest } = draft;
  return {
    ...rest,
    // A type that was shown by its name and comes back by it is still the one that the code means.
    typeName:
      before && typeNames.some((nameOf) => nameOf(before.typeName) === value.PointTypeName)
        ? before.typeName
        : value.PointTypeName,
    valueType: value.ValueType === 1 ? 'status' : 'analog',
    // A note that was not touched keeps both its languages.
    ...(before && value.Note === noteIn(before, language)
      ? { note: before.note, noteEn: before.noteEn ?? null }
      : { note: value.Note ?? '', noteEn: null }),
  };
};

/** Words that a template has in both languages are changed in the one they were read in. */
const inOwnWords = (
  sent: string | undefined,
  { zh, en }: { zh: string; en: string | null },
  language: Language,
): { zh: string; en: string | null } =>
  sent === undefined || sent === inLanguage(zh, en, language)
    ? { zh, en }
    : language === 'en' && en !== null
      ? { zh, en: sent }
      : { zh: sent, en };

/** @param before what is not sent stays as it was there */
function factsOf(
  body: Omit<Body, 'id'>,
  before: TemplateFacts,
  language: Language,
  typeNames: TypeNames = [],
): TemplateFacts {
  const category = inOwnWords(body.Category, { zh: before.category, en: before.category_en }, language);
  const description = inOwnWords(body.Description, { zh: before.description, en: before.description_en }, language);
  const sent: readonly (Register | Key)[] | undefined = before.kind === 'register' ? body.RegisterList : body.KeyList;
  const known = new Map(before.points.map((point) => [point.name, point]));
  return {
    kind: before.kind,
    name: body.name ?? before.name,
    name_en: body.nameEn === undefined ? before.name_en : body.nameEn,
    brand: body.Brand ?? before.brand,
    model: body.Model ?? before.model,
    category: category.zh,
    category_en: category.en,
    source: body.Source ?? before.source,
    source_name: body.SourceName ?? before.source_name,
    description: description.zh,
    description_en: description.en,
    first_address: body.FirstAddress ?? before.first_address,
    max_registers: body.MaxRegisters ?? before.max_registers,
    max_gap: body.MaxGap ?? before.max_gap,
    baud_rate: body.BaudRate ?? before.baud_rate,
    data_bits: body.DataBits ?? before.data_bits,
    parity: body.Parity ?? before.parity,
    stop_bits: body.StopBits ?? before.stop_bits,
    value: body.value ?? before.value,
    points:
      sent?.map((value) => pointOf(before.kind, value, known.get(value.PointName), language, typeNames)) ??
      before.points,
  };
}

/** Refuses a template without content, with one name twice, or with registers that are on no wire. */
function needSound({ points, first_address, value }: TemplateFacts): void {
  if (points.length === 0 && value === '') throw new Refusal(templateErrors.empty);
  const names = points.map(({ name }) => name);
  const twice = names.filter((name, place) => names.indexOf(name) < place);
  if (twice.length > 0) throw new Refusal(templateErrors.namesTwice, { names: [...new Set(twice)].join(', ') });
  const outside = points.find(
    ({ modbus }) =>
      modbus &&
      [modbus.address, modbus.statusRegister?.address ?? modbus.address].some((address) => address < first_address),
  );
  if (outside) throw new Refusal(templateErrors.addressOutOfRange, { name: outside.name });
}

function nameTaken(name: string, language: Language): InvalidInput {
  const of = (spoken: Language) => fillText(templateErrors.nameTaken, spoken, { name });
  return InvalidInput.inField('name', { zh: of('zh'), en: of('en') }, language);
}

const inLog = ({ name, kind, points, source, shared, value }: TemplateFacts & { shared: boolean }) => ({
  name,
  kind,
  source,
  shared,
  points: points.map((point) => point.name),
  ...(value !== '' && { value }),
});

export function templateHandlers(deps: TemplateDeps): TemplateHandlers {
  const { db, clock, events } = deps;

  const tenantOf = ({ grants, tenant }: Caller): UserTenant => {
    if (!grants) throw new Refusal(commonErrors.notYourCompany);
    return tenant;
  };

  async function presenting({
    caller,
    language,
  }: Pick<CallContext<Caller>, 'caller' | 'language'>): Promise<Presenting> {
    const tenant = tenantOf(caller);
    const [timeZone, isOperator] = await Promise.all([zoneOf(tenant, db), companyIsOperator(tenant, db)]);
    const forCompany = mayInCompany(caller, ['companyTerminals']);
    return {
      language,
      timeZone,
      mayEdit: (row) =>
        row.company_id === null
          ? isOperator && forCompany
          : row.created_by === caller.userId || (forCompany && (row.shared || row.created_by === null)),
    };
  }

  /** One that the caller may change. */
  async function needToEdit(context: CallContext<Caller>, id: number): Promise<Template> {
    const template = await needToUse(context, id);
    const { mayEdit } = await presenting(context);
    if (!mayEdit(template))
      throw new Refusal(template.company_id === null ? templateErrors.systemTemplate : templateErrors.notYours);
    return template;
  }

  async function needToUse({ caller }: Pick<CallContext<Caller>, 'caller'>, id: number): Promise<Template> {
    const template = await findTemplate(tenantOf(caller), db, id);
    if (!template) throw new Refusal(commonErrors.notFound);
    return template;
  }

  /** The slave, or the gateway, that is named; the caller sets it up. */
  async function needLine(
    caller: Caller,
    { SlaveId, GatewayId }: { SlaveId?: number; GatewayId?: number },
  ): Promise<Line> {
    if ((SlaveId === undefined) === (GatewayId === undefined)) throw new Refusal(templateErrors.oneLine);
    const line =
      SlaveId === undefined
        ? await findGateway(gatewayTenantOf(caller), db, GatewayId!)
        : await findSlave(gatewayTenantOf(caller), db, SlaveId);
    if (!line) throw new Refusal(SlaveId === undefined ? pointErrors.gatewayUnknown : pointErrors.slaveUnknown);
    await needLineToSetUp(caller, db, [line]);
    return line;
  }

  async function needFreeName(
    { caller, language }: CallContext<Caller>,
    transaction: Parameters<typeof isNameTaken>[1],
    name: string,
    exceptId: number | null,
  ): Promise<void> {
    if (await isNameTaken(tenantOf(caller), transaction, name, exceptId)) throw nameTaken(name, language);
  }

  /** Two people may choose one name at the same moment. */
  const named = <Result>(name: string, language: Language, work: () => Promise<Result>): Promise<Result> =>
    refusingTaken({ device_template_name: () => nameTaken(name, language) }, work);

  const add = (context: CallContext<Caller>, facts: TemplateFacts, shared: boolean): Promise<{ id: number }> =>
    inOneWrite(deps, context, async ({ transaction, log }) => {
      const tenant = tenantOf(context.caller);
      needSound(facts);
      await needFreeName(context, transaction, facts.name, null);
      const row = { shared, at: new Date(clock.now()) };
      const id = await named(facts.name, context.language, () => insertTemplate(tenant, transaction, facts, row));
      const subject = { kind: 'template', id, name: facts.name } as const;
      log({ companyId: tenant.companyId, subject, after: inLog({ ...facts, shared }) });
      return { id };
    });

  return {
    async getTempByUid({ caller, language }, { query }) {
      const filter = {
        text: query.name,
        kind: query.kind,
        type: query.type,
        source: query.source,
        isMine: query.isMine,
        sort: query.sortType ?? ('name' as const),
        ascending: query.isAsc ?? true,
        language,
      };
      const page = { offset: (query.pageIndex - 1) * query.pageSize, limit: query.pageSize };
      const { rows, total } = await pageTemplates(tenantOf(caller), db, filter, page);
      const frame = await presenting({ caller, language });
      return { Data: rows.map((row) => presentRow(row, frame)), TotalCount: total };
    },

    async getTempById(context, { query }) {
      const template = await needToUse(context, query.id);
      const names = await typeNamesOf(tenantOf(context.caller), db, context.language);
      return presentDetail(template, await presenting(context), names);
    },

    addTemplate: (context, { body }) =>
      add(
        context,
        factsOf(body, { ...plainFacts, kind: body.Kind, name: body.name, points: [] }, context.language),
        body.FLAG ?? false,
      ),

    async updateTemplate(context, { body }) {
      const before = await needToEdit(context, body.id);
      const tenant = tenantOf(context.caller);
      const typeNames = [await typeNamesOf(tenant, db, 'zh'), await typeNamesOf(tenant, db, 'en')];
      const facts = factsOf(body, before, context.language, typeNames);
      needSound(facts);
      const shared = before.company_id === null ? true : (body.FLAG ?? before.shared);
      await inOneWrite(deps, context, async ({ transaction, log }) => {
        const { companyId } = tenantOf(context.caller);
        if (before.company_id !== null) await needFreeName(context, transaction, facts.name, before.id);
        await named(facts.name, context.language, () =>
          updateTemplateRow(context.caller.tenant, transaction, before.id, facts, shared),
        );
        const subject = { kind: 'template', id: before.id, name: facts.name } as const;
        log({ companyId, subject, before: inLog(before), after: inLog({ ...facts, shared }) });
      });
      return null;
    },

    async deleteTemplate(context, { query }) {
      const template = await needToEdit(context, query.id);
      await inOneWrite(deps, context, async ({ transaction, log }) => {
        await deleteTemplateRow(context.caller.tenant, transaction, template, new Date(clock.now()));
        const subject = { kind: 'template', id: template.id, name: template.name } as const;
        log({ companyId: context.caller.tenant.companyId, subject, before: inLog(template) });
      });
      return null;
    },

    async copyTemplate(context, { body }) {
      const template = await needToUse(context, body.id);
      return add(context, { ...factsIn(template), name: body.name, name_en: null }, body.FLAG ?? false);
    },

    async saveAsTemplate(context, { body }) {
      const { caller } = context;
      const line = await needLine(caller, body);
      const points = await setUpOfLine(
        caller.tenant,
        db,
        line.slave_id === null
          ? { gatewayId: line.gateway_id, mqttDevice: body.MqttDevice ?? null }
          : { slaveId: line.slave_id },
      );
      if (points.length === 0) throw new Refusal(templateErrors.nothingToSave);
      const facts: TemplateFacts = {
        ...plainFacts,
        ...(line.slave_id === null ? {} : await lineSettingsOf(caller.tenant, db, line.slave_id)),
        kind: line.slave_id === null ? 'mqtt' : 'register',
        name: body.name,
        points: points.map((point) => ({
          name: point.name,
          nameEn: point.name_en,
          typeName: point.type_zh,
          valueType: point.value_type,
          unit: point.unit,
          decimals: point.decimals,
          level: point.level,
          writable: point.writable,
          samplingIntervalSeconds: point.sampling_interval_seconds,
          rangeLow: point.range_low,
          rangeHigh: point.range_high,
          errorValues: point.error_values,
          frozenAfterSeconds: point.frozen_after_seconds,
          modbus: point.modbus,
          mqttKey: point.mqtt_key,
          note: '',
        })),
      };
      return add(context, facts, body.FLAG ?? false);
    },

    async applyTemplate(context, { body }) {
      const { caller } = context;
      const template = await needToUse(context, body.id);
      if (
        (template.kind === 'register') !== (body.SlaveId !== undefined) ||
        (template.kind === 'mqtt') !== (body.GatewayId !== undefined)
      )
        throw new Refusal(templateErrors.wrongKind);
      const line = await needLine(caller, body);
      if ((line.protocol === 'MQTT') !== (template.kind === 'mqtt')) throw new Refusal(templateErrors.wrongKind);
      const names = body.PointNameList === undefined ? null : new Set(body.PointNameList);
      const chosen = template.points.filter(
        ({ name, nameEn }) => names === null || names.has(name) || (nameEn !== null && names.has(nameEn)),
      );
      const applied = await inOneWrite(deps, context, (write) =>
        applyTemplate(caller.tenant, write, events, {
          template,
          points: chosen,
          line,
          mqttDevice: body.MqttDevice ?? null,
          prefix: body.Prefix ?? '',
          isDryRun: body.IsDryRun ?? false,
          language: context.language,
        }),
      );
      return {
        AddedNames: applied.addedNames,
        SkippedNames: applied.skippedNames,
        NewTypeNames: applied.newTypeNames,
        PointIdList: applied.pointIds,
      };
    },
  };
}

const plainFacts: Omit<TemplateFacts, 'name' | 'points'> = {
  kind: 'register',
  name_en: null,
  brand: '',
  model: '',
  category: '',
  category_en: null,
  source: 'own',
  source_name: '',
  description: '',
  description_en: null,
  first_address: 0,
  max_registers: 125,
  max_gap: 0,
  baud_rate: 9600,
  data_bits: 8,
  parity: 'none',
  stop_bits: 1,
  value: '',
};

/** A row without what it is as a row. */
function factsIn({
  id: _,
  company_id: __,
  point_count: ___,
  shared: ____,
  created_by: _____,
  creator: ______,
  created_at: _______,
  ...facts
}: Template & TemplateRow): TemplateFacts {
  return facts;
}
