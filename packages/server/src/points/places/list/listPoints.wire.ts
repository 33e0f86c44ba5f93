import type { Language, pointListCalls } from '@watchpost/contract';
import type { GatewayTenant } from '../../../gateways/index.ts';
import type { Handlers } from '../../../handlers.ts';
import { showsLive } from '../../../projects/index.ts';
import type { PointDeps } from '../../PointDeps.ts';
import { presentListed } from '../present.ts';
import {
  idsOfProject,
  type ListedPoint,
  type PointFilter,
  type PointOrder,
  pageOfProject,
  pointsInOrder,
} from './list.store.ts';

type PointQuestion = Parameters<Handlers<typeof pointListCalls>['getPointPage']>[1]['body'];

/** A page of a project's points. */
export async function listPoints(
  deps: Pick<PointDeps, 'db' | 'clock' | 'live'>,
  who: Asker,
  body: Omit<PointQuestion, 'PageIndex' | 'PageSize'>,
  range: { offset: number; limit: number },
) {
  const { filter, order } = inOurWords(body, who.language);
  const { rows, total } = await pageOfProject(who.tenant, deps.db, filter, order, range);
  return { Data: await withValues(deps, who, body.ProjectId, rows), TotalCount: total };
}

/** Every point of the list, in pieces. */
export async function* allPoints(
  deps: Pick<PointDeps, 'db' | 'clock' | 'live'>,
  who: Asker,
  body: Omit<PointQuestion, 'PageIndex' | 'PageSize'>,
  rowsAtOnce: number,
) {
  const { filter, order } = inOurWords(body, who.language);
  const ids = await idsOfProject(who.tenant, deps.db, filter, order);
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    const rows = await pointsInOrder(who.tenant, deps.db, ids.slice(from, from + rowsAtOnce));
    yield* await withValues(deps, who, body.ProjectId, rows);
  }
}

interface Asker {
  readonly tenant: GatewayTenant;
  readonly language: Language;
}

async function withValues(
  { db, clock, live }: Pick<PointDeps, 'db' | 'clock' | 'live'>,
  { tenant, language }: Asker,
  projectId: number,
  rows: readonly ListedPoint[],
) {
  const isShown = await showsLive(tenant, db, projectId, clock.now());
  return rows.map((row) => presentListed(row, isShown ? live.get(row.id) : null, language));
}

function inOurWords(body: Omit<PointQuestion, 'PageIndex' | 'PageSize'>, language: Language) {
  const filter: PointFilter = {
    projectId: body.ProjectId,
    name: body.PointName,
    kinds: body.KindList,
    typeIds: body.PointTypeIdList,
    gatewayIds: body.GatewayIdList,
    slaveIds: body.SlaveIdList,
    deviceIds: body.ModelTreeIdList,
    areaIds: body.LocationIdList,
    subsystemId: body.BigTypeId,
    levels: body.LevelList,
    writable: body.IsWrite,
    watched: body.IsSetAlarm,
    placed: body.IsRelevance,
  };
  const order: PointOrder = { by: body.SortType ?? 'name', ascending: body.IsAsc ?? true, language };
  return { filter, order };
}
