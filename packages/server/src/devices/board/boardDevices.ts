import type { UserTenant } from '../../access/index.ts';
import { devicesUnderMaintenance, type HiddenAlarm, hiddenAlarmsOf } from '../../alarms/index.ts';
import type { DeviceFilter } from '../conditions.store.ts';
import type { DeviceDeps } from '../deviceDeps.ts';
import { type DeviceState, type DeviceStates, deviceStates } from '../states/deviceStates.ts';
import { type BoardOrder, type DeviceRow, devicesInOrder, orderedDevices } from './store.ts';

/** A device of a board, with how it stands. */
export type BoardDevice = DeviceRow &
  DeviceState & {
    /** The end of the maintenance window that it is in, null where that repeats weekly; undefined: in none. */
    readonly maintenanceUntil: Date | null | undefined;
    /** The most severe first. */
    readonly hiddenAlarms: readonly HiddenAlarm[];
  };

export interface BoardQuestion {
  projectId: number;
  filter: Omit<DeviceFilter, 'projectIds'>;
  /** 0 offline, 1 online, 2 in alarm. */
  statuses?: readonly number[] | undefined;
  sort: BoardOrder | 'status';
  ascending: boolean;
}

type BoardDeps = Pick<DeviceDeps, 'db' | 'points' | 'live' | 'clock'>;

/**
 * A page of a project's devices. How a device stands is known in memory alone, so the database puts them in order and the
 * statuses are chosen and sorted here.
 */
export async function boardPage(
  deps: BoardDeps,
  tenant: UserTenant,
  question: BoardQuestion,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: BoardDevice[]; total: number }> {
  const { ids, states } = await boardIds(deps, tenant, question);
  const shown = ids.slice(offset, offset + limit);
  const rows = await devicesInOrder(tenant, deps.db, shown);
  const [until, hidden] = await Promise.all([
    devicesUnderMaintenance(tenant, deps.db, shown, new Date(deps.clock.now())),
    hiddenAlarmsOf(tenant, deps.db, shown),
  ]);
  return {
    rows: rows.map((row) => ({
      ...row,
      ...states.of(row.id),
      maintenanceUntil: until.get(row.id),
      hiddenAlarms: hidden.get(row.id) ?? [],
    })),
    total: ids.length,
  };
}

/** Every device of the question, in its order. */
export async function boardIds(
  deps: BoardDeps,
  tenant: UserTenant,
  { projectId, filter, statuses, sort, ascending }: BoardQuestion,
): Promise<{ ids: number[]; states: DeviceStates }> {
  const projectIds = [projectId];
  const [all, states] = await Promise.all([
    orderedDevices(tenant, deps.db, { ...filter, projectIds }, sort === 'status' ? 'name' : sort),
    deviceStates(deps, tenant, projectIds),
  ]);
  const ids = statuses ? all.filter((id) => statuses.includes(states.of(id).status)) : all;
  // The most urgent first; equal ones keep the order of their names.
  if (sort === 'status') ids.sort((a, b) => urgency(states.of(a)) - urgency(states.of(b)));
  if (!ascending) ids.reverse();
  return { ids, states };
}

/** By the level of its alarm; without one offline comes before online. */
const urgency = ({ alarmLevel, status }: DeviceState): number => alarmLevel ?? 100 + status;
