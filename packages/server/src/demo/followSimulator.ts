import { existsSync } from 'node:fs';
import path from 'node:path';
import { demoCameras, demoGateways } from '@watchpost/demo';
import { system } from '../access/index.ts';
import type { Config } from '../config.ts';
import type { Db } from '../platform/db/database.ts';
import { installationSecret } from '../platform/db/installationSecret.ts';
import { moveDemoCamera } from './cameras.store.ts';
import { moveDemoGateway } from './equipment.store.ts';

/** What a seed leaves in the data folder for the simulator; without it the database was not filled by the demo. */
export const gatewayCredentialsFile = (dataDir: string): string => path.join(dataDir, 'demo-gateways.json');

/** Where the simulator plays a Modbus TCP device; null: nowhere. */
export const simulatorAddress = (modbusTcpPort: number | null): string | null =>
  modbusTcpPort === null ? null : `127.0.0.1:${modbusTcpPort}`;

/** Sends the demo's Modbus TCP gateways and cameras to the ports that are set now, which may be others than at the first start. */
export async function followSimulator(
  db: Db,
  config: Pick<Config, 'dataDir' | 'demo' | 'modbusTcpPort' | 'simPort'>,
): Promise<void> {
  if (!config.demo || !existsSync(gatewayCredentialsFile(config.dataDir))) return;
  for (const gateway of demoGateways) {
    if (gateway.protocol !== 'MODBUS_TCP') continue;
    await moveDemoGateway(system, db, gateway.serialNumber, simulatorAddress(config.modbusTcpPort));
  }
  if (config.simPort === null) return;
  const secretKey = await installationSecret(db, 'secrets');
  for (const camera of demoCameras) await moveDemoCamera(system, db, camera, { simPort: config.simPort, secretKey });
}
