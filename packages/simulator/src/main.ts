/** Runs the gateways of the demo company against a platform, until it is told to stop. Settings: config.ts. */

import { readFileSync } from 'node:fs';
import { ControlServer } from './ControlServer.ts';
import { loadConfig } from './config.ts';
import { readPlantFile, writePlantFile } from './plantFile.ts';
import { type GatewayCredentials, startSimulator } from './startSimulator.ts';

const saveEveryMs = 60_000;

const config = loadConfig();
const log = {
  info: (message: string) => console.log(message),
  warn: (message: string) => console.warn(message),
};
const credentials = JSON.parse(readFileSync(config.credentialsFile, 'utf8')) as GatewayCredentials[];
const simulator = await startSimulator({
  dtu: config.dtu,
  mqttUrl: config.mqttUrl,
  modbusTcpPort: config.modbusTcpPort,
  credentials,
  story: config.story,
  plant: readPlantFile(config.plantFile, log.warn),
  log,
});
const control = config.simPort === null ? null : new ControlServer(simulator, config.simPort);
await control?.start();
log.info(`The simulator runs ${simulator.gateways().length} gateways`);

const save = () => {
  try {
    writePlantFile(config.plantFile, simulator.snapshot());
  } catch (error) {
    log.warn(`The plant cannot be saved: ${(error as Error).message}`);
  }
};
const saving = setInterval(save, saveEveryMs);

let stopping = false;
const stop = async () => {
  // A terminal sends the signal to us and npm forwards it once more.
  if (stopping) return;
  stopping = true;
  clearInterval(saving);
  await control?.stop();
  await simulator.stop();
  save();
  process.exit(0);
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
