import { randomBytes } from 'node:crypto';
import type { Db } from '../platform/db/database.ts';
import { installationSecret } from '../platform/db/installationSecret.ts';
import { createSecretBox } from '../platform/secretBox.ts';

/** Cameras of a company. */
export interface Cameras {
  /** Looks at the device. */
  cameraId: number;
  /** Is good once. */
  spareCameraId: number;
  /** No camera has it. */
  freeCameraName: string;
}

/** Nothing ever answers there. */
export const deadAddress = 'http://127.0.0.1:9/live/index.m3u8';

/** A camera of a project, by default without a device and at an address that is dead. */
export async function aCamera(
  db: Db,
  { companyId, projectId }: { companyId: number; projectId: number },
  values: { name: string; deviceId?: number | null; kind?: 'flv' | 'hls' | 'whep'; address?: string },
): Promise<number> {
  const address = values.address ?? deadAddress;
  const row = {
    company_id: companyId,
    project_id: projectId,
    device_id: values.deviceId ?? null,
    name: values.name,
    kind: values.kind ?? 'hls',
    address: createSecretBox(await installationSecret(db, 'secrets')).seal(address),
    shown_address: address,
    created_at: new Date(),
    updated_at: new Date(),
  };
  return (await db.insertInto('camera').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export const camerasOf = async (
  db: Db,
  place: { companyId: number; projectId: number; deviceId: number },
  marker: string,
): Promise<Cameras> => {
  // Asked for anew while the old ones stand: names are free once.
  const named = (what: string) => `${marker} ${what} ${randomBytes(3).toString('hex')}`;
  return {
    cameraId: await aCamera(db, place, { name: named('Camera'), deviceId: place.deviceId }),
    freeCameraName: `Yard ${randomBytes(3).toString('hex')}`,
    spareCameraId: await aCamera(db, place, { name: named('Spare camera'), deviceId: place.deviceId }),
  };
};
