import { type RawBuilder, sql } from 'kysely';
import type { CompanyGrants } from './grants.ts';

/**
 * On which devices of the projects with the right to write a member may write: all, unless the member's scope in a project says
 * otherwise. What serves no device needs a project in which they may write to everything.
 */
export interface WriteRights {
  /** Projects of which every device is seen and none may be written to. */
  readonly readOnlyProjectIds: readonly number[];
  /** Projects with a list of devices. */
  readonly listedProjectIds: readonly number[];
  /** Those of the listed ones that may be written to. */
  readonly writableDeviceIds: readonly number[];
}

export const writeRightsOf = ({ scopes }: CompanyGrants): WriteRights => {
  const listed = scopes.filter(({ devices }) => devices === 'listed');
  return {
    readOnlyProjectIds: scopes
      .filter(({ devices, canWrite }) => devices === 'all' && !canWrite)
      .map(({ projectId }) => projectId),
    listedProjectIds: listed.map(({ projectId }) => projectId),
    writableDeviceIds: listed.flatMap(({ writableDeviceIds }) => writableDeviceIds),
  };
};

/** Whether something that serves these devices may be written to; the right to write in the project is asked elsewhere. */
export const mayWriteTo = (rights: WriteRights, projectId: number, deviceIds: readonly number[]): boolean =>
  !rights.readOnlyProjectIds.includes(projectId) &&
  (!rights.listedProjectIds.includes(projectId) || deviceIds.some((id) => rights.writableDeviceIds.includes(id)));

/** The same as a condition on a project column and an array column of device ids. */
export const writableHere = (rights: WriteRights, projectColumn: string, devicesColumn: string): RawBuilder<boolean> =>
  sql<boolean>`(NOT ${sql.ref(projectColumn)} = ANY(${[...rights.readOnlyProjectIds]}::int[])
    AND (NOT ${sql.ref(projectColumn)} = ANY(${[...rights.listedProjectIds]}::int[])
      OR ${sql.ref(devicesColumn)} && ${[...rights.writableDeviceIds]}::int[]))`;
