import {
  type CallData,
  type Language,
  type ParsedInput,
  type PolicyProposal,
  type RuleDefinition,
  strategyPointLimit,
  type strategyTemplateCalls,
} from '@watchpost/contract';
import { tenantOf } from '../../access/index.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { otherPointsOf } from '../otherPoints.store.ts';
import { type WatchablePoint, watchablePoints } from '../strategies/choices.store.ts';
import { fitRules } from '../strategies/fitRules.ts';
import { definitionInWords, namesShown, speechOf } from '../strategies/present.ts';
import { needToEdit, type StrategyContext, type StrategyDeps } from '../strategies/saveStrategy.wire.ts';
import { findStrategies, rulesOf, type StrategyListRow } from '../strategies/strategy.store.ts';
import { onePerDevice } from './applyTemplate.wire.ts';
import { type LikelyStrategy, strategiesOfLike } from './proposals.store.ts';
import { pageTemplates, strategiesMadeOf, type TemplateRow } from './template.store.ts';

type ProposeCall = (typeof strategyTemplateCalls)['getPolicyProposals'];
type Offer = PolicyProposal['OfferList'][number];
/** What an offer says before it is known which points fit. */
type Candidate = Omit<Offer, 'PointIdList' | 'ModelTreeIdList' | 'RuleTextList'> & {
  readonly definitions: readonly RuleDefinition[];
};

/** Offers of one kind for one class and type: more are a list, which the page of policies has. Our choice. */
const maxOffers = 3;

/**
 * Which policies would fit the points that no policy watches, by class of device and type of point: templates of the company, most
 * used first, then what devices of the same class have in this project and in others.
 */
export async function proposePolicies(
  { db }: StrategyDeps,
  { caller, language }: StrategyContext,
  { ProjectId: projectId, ModelTreeIdList: deviceIds }: ParsedInput<ProposeCall>['body'],
): Promise<CallData<ProposeCall>> {
  const { tenant } = caller;
  needToEdit(caller, projectId);
  // A call that names a project sees this one only; what devices of the same class have may stand in every project of the caller.
  const everywhere = caller.grants ? tenantOf(tenant.userId, caller.grants, ['alarmStrategyEdit']) : tenant;
  const { rows: points } = await watchablePoints(
    tenant,
    db,
    { projectId, deviceIds, unwatched: true },
    { offset: 0, limit: strategyPointLimit },
  );
  const groups = [
    ...Map.groupBy(
      points.filter(({ class_id }) => class_id !== null),
      ({ class_id, type_id }) => `${class_id} ${type_id}`,
    ).values(),
  ];
  const classIds = [...new Set(points.flatMap(({ class_id }) => class_id ?? []))];
  const typeIds = [...new Set(points.map(({ type_id }) => type_id))];
  const { rows: templates } = await pageTemplates(tenant, db, {
    ...{ ids: null, text: null, classIds, typeIds, sort: 'name', ascending: true, offset: 0, limit: 500 },
  });
  const likely = await strategiesOfLike(everywhere, db, { classIds, typeIds });
  const ProposalList: PolicyProposal[] = [];
  for (const group of groups) {
    const { class_id, class_zh, class_en, type_id, type_zh, type_en } = group[0]!;
    const fitting = templates
      .filter((each) => each.device_class_id === class_id && each.point_type_id === type_id)
      .sort((a, b) => b.strategy_count - a.strategy_count)
      .slice(0, maxOffers);
    const alike = likely.filter(
      (each) =>
        each.class_id === class_id && each.type_id === type_id && !fitting.some(({ id }) => id === each.template_id),
    );
    const here = alike.filter((each) => each.project_id === projectId).slice(0, 1);
    const elsewhere = alike.filter((each) => each.project_id !== projectId).slice(0, maxOffers - here.length);
    const candidates = [
      ...(await Promise.all(fitting.map((template) => ofTemplate(template)))),
      ...(await ofStrategies([...here, ...elsewhere])),
    ];
    const judged = await onePerDevice(tenant, db, class_id!, group);
    const OfferList = (await Promise.all(candidates.map((each) => offerOf(each, judged)))).filter(
      ({ PointIdList }) => PointIdList.length > 0,
    );
    if (OfferList.length === 0) continue;
    ProposalList.push({
      SmallTypeId: class_id!,
      SmallTypeName: (language === 'zh' ? class_zh : class_en) ?? '',
      PointTypeId: type_id,
      PointTypeName: language === 'zh' ? type_zh : type_en,
      OfferList,
    });
  }
  const offered = new Set(ProposalList.flatMap(({ OfferList }) => OfferList.flatMap((each) => each.ModelTreeIdList)));
  const devices = new Map(
    points
      .filter(({ device_id }) => device_id !== null && offered.has(device_id))
      .map((point) => [point.device_id, point]),
  );
  return {
    DeviceCount: devices.size,
    DeviceNameList: [...devices.values()]
      .slice(0, namesShown)
      .map(({ device_name, device_name_en }) => inLanguage(device_name ?? '', device_name_en, language)),
    ProposalList,
  };

  async function ofTemplate(template: TemplateRow): Promise<Candidate> {
    const made = await strategiesMadeOf(tenant, db, template.id, projectId);
    const shared = made.find(({ of_one_device }) => !of_one_device);
    const [extended] = shared ? await findStrategies(tenant, db, [shared.id]) : [];
    return {
      ...{ Source: 'template', Id: template.id, ProjectName: null, definitions: template.definitions },
      Name: inLanguage(template.name, template.name_en, language),
      ...extending(extended, language),
    };
  }

  async function ofStrategies(chosen: readonly LikelyStrategy[]): Promise<Candidate[]> {
    const ids = chosen.map(({ id }) => id);
    const rules = await rulesOf(everywhere, db, ids);
    const rows = new Map((await findStrategies(everywhere, db, ids)).map((row) => [row.id, row]));
    return ids.flatMap((id): Candidate[] => {
      const row = rows.get(id);
      const definitions = rules
        .filter(({ strategy_id, definition }) => strategy_id === id && definition.kind !== 'communicationLoss')
        .map(({ definition }) => definition);
      if (!row || definitions.length === 0) return [];
      const Name = inLanguage(row.name, row.name_en, language);
      if (row.project_id === projectId)
        return [{ Source: 'project', Id: id, Name, ProjectName: null, definitions, ...extending(row, language) }];
      // A certain point of another project cannot be looked at from here.
      if (JSON.stringify(definitions).includes('"pointId"')) return [];
      const ProjectName = inLanguage(row.project_name, row.project_name_en, language);
      return [{ Source: 'company', Id: id, Name, ProjectName, definitions, ...extending(undefined, language) }];
    });
  }

  async function offerOf({ definitions, ...said }: Candidate, judged: readonly WatchablePoint[]): Promise<Offer> {
    const { fits } = await fitRules(tenant, db, projectId, definitions, judged);
    const speech = speechOf(fits[0], await otherPointsOf(tenant, db, definitions));
    return {
      ...said,
      RuleTextList: definitions.map((definition) => definitionInWords(definition, speech)[language]),
      PointIdList: fits.map(({ id }) => id),
      ModelTreeIdList: [...new Set(fits.flatMap(({ device_id }) => device_id ?? []))],
    };
  }
}

/** The policy that takes points in; without one it is a new one, which nobody is notified of yet. */
const extending = (
  row: StrategyListRow | undefined,
  language: Language,
): Pick<Candidate, 'ExtendsName' | 'ContactNameList'> =>
  row
    ? { ExtendsName: inLanguage(row.name, row.name_en, language), ContactNameList: row.contact_names }
    : { ExtendsName: null, ContactNameList: [] };
