import { qualityOf, readingDataOf } from '@watchpost/contract';
import { system } from '../access/index.ts';
import type { Db } from '../platform/db/database.ts';
import type { LiveValues } from './liveValues.ts';
import type { PointCatalogue } from './pointCatalogue.ts';
import { gatewaysOfProject } from './pointLine.store.ts';

/** Points whose own readings say nothing about now, in columns for SQL. What their lines say is in the database (`pointLine`). */
export interface UnknownPoints {
  pointIds: number[];
  /** True: no reading, or only a stale one; false: a bad one. */
  silent: boolean[];
  /** Of the newest reading; the epoch: there is none. */
  heardAt: Date[];
}

/** Those of one project. Usually few, because most of what is measured arrives. */
export async function unknownPoints(
  { db, points, live }: { db: Db; points: PointCatalogue; live: LiveValues },
  projectId: number,
  now: number,
): Promise<UnknownPoints> {
  const unknown: UnknownPoints = { pointIds: [], silent: [], heardAt: [] };
  const lists = (await gatewaysOfProject(system, db, projectId)).map((id) => points.ofGateway(id));
  lists.push(points.withoutGateway().filter(({ project_id }) => project_id === projectId));
  for (const list of lists) {
    for (const { id, sampling_interval_seconds } of list) {
      const reading = live.get(id);
      const known = reading && { ...reading, quality: qualityOf(reading.quality) };
      const data = readingDataOf(known, sampling_interval_seconds * 1000, now);
      if (data === 'known') continue;
      unknown.pointIds.push(id);
      unknown.silent.push(data === 'silent');
      unknown.heardAt.push(new Date(reading?.measuredAt ?? 0));
    }
  }
  return unknown;
}
