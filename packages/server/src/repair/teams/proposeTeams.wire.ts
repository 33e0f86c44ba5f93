import type { DispatchProposal } from '@watchpost/contract';
import type { UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { distanceMetres } from '../distance.ts';
import { membersFor } from '../messages.store.ts';
import type { OrderRow } from '../repair.store.ts';
import { teamRecords } from './proposal.store.ts';
import { scoreTeam } from './scoreTeam.ts';
import { coversPlace, repairersOfTeam } from './team.store.ts';

const tenths = (value: number): number => Math.round(value * 10) / 10;

/**
 * Teams that could repair an order, best first: enabled, with somebody who could accept it; last those that are not for the place or the
 * kind of service. It only proposes; a dispatcher decides.
 */
export async function proposeTeams(
  tenant: UserTenant,
  db: DbOrTransaction,
  order: OrderRow,
  now: Date,
): Promise<DispatchProposal[]> {
  const insiders = await membersFor(tenant, db, order, ['repairWork']);
  const proposals: DispatchProposal[] = [];
  for (const team of await teamRecords(tenant, db, order, now)) {
    const fits = team.types.includes(order.service_type) && (await coversPlace(tenant, db, team, order));
    const members = (await repairersOfTeam(tenant, db, team.id, order, insiders)).length;
    if (members === 0) continue;
    const isPlaced =
      team.latitude !== null && team.longitude !== null && order.latitude !== null && order.longitude !== null;
    const km = isPlaced
      ? distanceMetres(
          { latitude: team.latitude!, longitude: team.longitude! },
          { latitude: order.latitude!, longitude: order.longitude! },
        ) / 1000
      : null;
    const firstTime = team.of_class === 0 ? null : team.first_time / team.of_class;
    const score = scoreTeam({
      // Contracts name projects, not single devices.
      contract: team.has_contract ? 0.75 : 0,
      open: team.open,
      members,
      km,
      ofClass: team.of_class,
      firstTime,
      targets: team.targets,
      inTarget: team.in_target,
    });
    proposals.push({
      MaintenanceUnitId: team.id,
      MaintenanceUnitName: team.name,
      Fits: fits,
      Score: tenths(score.total),
      ContractPart: tenths(score.contract),
      LoadPart: tenths(score.load),
      DistancePart: tenths(score.distance),
      ExperiencePart: tenths(score.experience),
      InTimePart: tenths(score.inTime),
      HasContract: team.has_contract,
      OpenCount: team.open,
      MemberCount: members,
      Km: km === null ? null : tenths(km),
      ClassCount: team.of_class,
      FirstTimeRate: firstTime,
      InTargetCount: team.in_target,
      TargetCount: team.targets,
    });
  }
  return proposals.sort((a, b) => Number(b.Fits) - Number(a.Fits) || b.Score - a.Score);
}
