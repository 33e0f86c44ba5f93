import type { Db } from '../platform/db/database.ts';
import { aGateway } from './factories.ts';

/** Mapping profiles of a company, and a gateway that publishes. */
export interface Mappings {
  mappingProfileId: number;
  /** No gateway uses it. */
  spareMappingProfileId: number;
  mqttGatewayId: number;
}

export const flatMapping = {
  topic: 'usr/{device}/up',
  values: ['/{key}'],
  device: null,
  key: null,
  time: null,
  utcOffsetMinutes: 0,
  quality: null,
  unit: null,
  failures: [],
  ignore: [],
  command: null,
};

export async function mappingsOf(
  db: Db,
  { companyId, projectId }: { companyId: number; projectId: number },
  marker: string,
): Promise<Mappings> {
  const aProfile = async (name: string): Promise<number> => {
    const row = { company_id: companyId, name, definition: JSON.stringify(flatMapping), updated_at: new Date() };
    const { id } = await db.insertInto('mapping_profile').values(row).returning('id').executeTakeFirstOrThrow();
    return id;
  };
  // Asked for anew while the old ones stand: names are free once.
  const number = await db
    .selectFrom('mapping_profile')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const mappingProfileId = await aProfile(`${marker} Mapping ${number.count}`);
  const spareMappingProfileId = await aProfile(`${marker} Spare mapping ${number.count}`);
  const mqttGatewayId = await aGateway(db, projectId, { name: `${marker} Edge`, protocol: 'MQTT' });
  await db
    .updateTable('gateway')
    .set({ payload_format: 'mapping', mapping_profile_id: mappingProfileId })
    .where('id', '=', mqttGatewayId)
    .execute();
  await db
    .insertInto('gateway_rejection')
    .values({
      gateway_id: mqttGatewayId,
      at: new Date(),
      reason: 'unknownTopic',
      subject: `${marker}/up`,
      head: Buffer.from(`{"name":"${marker}"}`),
      byte_count: marker.length + 11,
    })
    .execute();
  return { mappingProfileId, spareMappingProfileId, mqttGatewayId };
}
