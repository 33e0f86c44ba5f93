import { dirname, join } from 'node:path';

export interface SimulatorConfig {
  dtu: { host: string; port: number } | null;
  mqttUrl: string | null;
  modbusTcpPort: number | null;
  /** Null: takes no orders. */
  simPort: number | null;
  credentialsFile: string;
  /** The plant's state between two starts; written first by the seed, then by us. */
  plantFile: string;
  story: boolean;
}

/** As in the settings of the server. */
const defaultSimPort = 7010;

/** A port number; `off` or nothing means none. */
function portOf(environment: NodeJS.ProcessEnv, name: string): number | null {
  const text = environment[name];
  if (text === undefined || text === '' || text === 'off') return null;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${name} is not a port: ${text}`);
  return port;
}

/** Settings of `main.ts`. @throws Error in a sentence when one is missing or broken */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): SimulatorConfig {
  const credentialsFile = environment.GATEWAY_CREDENTIALS;
  if (!credentialsFile) throw new Error('GATEWAY_CREDENTIALS must name the JSON file with the gateways’ passwords');
  const dtuPort = portOf(environment, 'DTU_PORT');
  return {
    dtu: dtuPort === null ? null : { host: environment.DTU_HOST || '127.0.0.1', port: dtuPort },
    mqttUrl: environment.MQTT_URL || null,
    modbusTcpPort: portOf(environment, 'MODBUS_TCP_PORT'),
    simPort: portOf(environment, 'SIM_PORT'),
    credentialsFile,
    plantFile: environment.PLANT_STATE || join(dirname(credentialsFile), 'demo-plant.json'),
    story: environment.SIM_STORY !== 'off',
  };
}

/** Where the command line finds the running simulator. */
export const controlAddress = (environment: NodeJS.ProcessEnv = process.env): string =>
  `http://127.0.0.1:${portOf(environment, 'SIM_PORT') ?? defaultSimPort}`;
