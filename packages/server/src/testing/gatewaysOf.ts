import { randomBytes } from 'node:crypto';
import { hashPassword } from '../account/index.ts';
import type { Db } from '../platform/db/database.ts';
import { installationSecret } from '../platform/db/installationSecret.ts';
import { createSecretBox } from '../platform/secretBox.ts';
import { aGateway, aMember, aProject, aSlave } from './factories.ts';
import { anMqttPoint } from './fieldFactories.ts';

/** Gateways of a company and what hangs on them, most of which is good once. */
export interface Gateways {
  /** Never seen, with a slave, a card and a way into its network. */
  spareGatewayId: number;
  spareGatewaySerial: string;
  spareSlaveId: number;
  cardedGatewayId: number;
  /** Without a card. */
  cardlessGatewayId: number;
  /** Publishes over MQTT. */
  publisherId: number;
  publisherSerial: string;
  sparePublisherSerial: string;
  /** In another project, in which the member sets up gateways, too. */
  gatewayElsewhereId: number;
  /** May open the project's gateways; one gateway is shared with this user by name. */
  colleagueId: number;
  sharedGatewayId: number;
  vpnId: number;
  spareVpnId: number;
  /** No gateway has it. */
  freeSerial: string;
}

/** A serial number that nobody has: a letter and nine digits or letters. */
export const aSerial = (): string => `S${randomBytes(5).toString('hex').toUpperCase().slice(0, 9)}`;

export async function gatewaysOf(
  db: Db,
  { companyId, projectId, userId }: { companyId: number; projectId: number; userId: number },
  marker: string,
): Promise<Gateways> {
  const gateway = (what: string, protocol: 'DTU' | 'MQTT' = 'DTU', place = projectId) => {
    const serialNumber = aSerial();
    return aGateway(db, place, { name: `${marker} ${what}`, protocol, serialNumber }).then((id) => ({
      id,
      serialNumber,
    }));
  };
  const publishing = async (what: string) => {
    const publisher = await gateway(what, 'MQTT');
    const login = { user_name: publisher.serialNumber, password_hash: await hashPassword('Pw_Publisher_1') };
    await db.updateTable('gateway').set(login).where('id', '=', publisher.id).execute();
    return publisher;
  };
  const spare = await gateway('Spare gateway');
  const spareSlaveId = await aSlave(db, spare.id, { name: `${marker} Spare slave` });
  await db
    .insertInto('gateway_event')
    .values({ gateway_id: spare.id, slave_id: spareSlaveId, at: new Date(), kind: 'down' })
    .execute();
  const carded = await gateway('Carded');
  const cardNumber = String(BigInt(`0x${randomBytes(8).toString('hex')}`)).padStart(20, '8');
  await db
    .insertInto('gateway_card')
    .values({ gateway_id: carded.id, card_number: cardNumber, bound_at: new Date() })
    .execute();
  const publisher = await publishing('Publisher');
  await anMqttPoint(db, publisher.id, { key: `${marker} temperature` });
  const sparePublisher = await publishing('Spare publisher');

  const found = await db
    .selectFrom('place_name')
    .where('company_id', '=', companyId)
    .where('name', '=', `${marker} Yard`)
    .select('place_id')
    .executeTakeFirst();
  const elsewhere = found?.place_id ?? (await aProject(db, companyId, { name: `${marker} Yard` }));
  if (!found) await aMember(db, companyId, elsewhere, { userId, permissions: ['terminals', 'terminalsEdit'] });
  const colleagueId = await aMember(db, companyId, projectId, {
    nickname: `${marker} Fitter`,
    permissions: ['terminals'],
  });
  const shared = await gateway('Shared');
  await db
    .insertInto('gateway_user')
    .values({ gateway_id: shared.id, user_id: colleagueId, shared_by: userId, shared_at: new Date() })
    .execute();
  const box = createSecretBox(await installationSecret(db, 'secrets'));
  const vpn = async (what: string) => {
    const row = {
      company_id: companyId,
      project_id: projectId,
      gateway_id: carded.id,
      name: `${marker} ${what}`,
      kind: 'wireguard',
      server: 'vpn.example.com:51820',
      secret: box.seal(`${marker} key`),
      created_at: new Date(),
      updated_at: new Date(),
    };
    return (await db.insertInto('vpn_entry').values(row).returning('id').executeTakeFirstOrThrow()).id;
  };
  return {
    spareGatewayId: spare.id,
    spareGatewaySerial: spare.serialNumber,
    spareSlaveId,
    cardedGatewayId: carded.id,
    cardlessGatewayId: (await gateway('Cardless')).id,
    publisherId: publisher.id,
    publisherSerial: publisher.serialNumber,
    sparePublisherSerial: sparePublisher.serialNumber,
    gatewayElsewhereId: (await gateway('Elsewhere', 'DTU', elsewhere)).id,
    colleagueId,
    sharedGatewayId: shared.id,
    vpnId: await vpn('Way in'),
    spareVpnId: await vpn('Old way in'),
    freeSerial: aSerial(),
  };
}
