import { createServer } from 'node:net';
import type { Config, SettingName } from '../../packages/server/src/config.ts';

/** A port of the product: the setting that names it and the address it will be opened on. */
interface Listener {
  setting: SettingName;
  host: string;
  port: number | null;
}

/**
 * Finds out now, before anything long begins, whether every port can be opened.
 *
 * @returns one sentence for each port that cannot; empty when all is well
 */
export async function checkPorts(config: Config, withSimulator: boolean): Promise<string[]> {
  const listeners: Listener[] = [
    { setting: 'HTTP_PORT', host: config.listen, port: config.httpPort },
    { setting: 'MQTT_PORT', host: config.listen, port: config.mqttPort },
    { setting: 'DTU_PORT', host: config.listen, port: config.dtuPort },
  ];
  if (withSimulator) {
    listeners.push(
      { setting: 'SIM_PORT', host: '127.0.0.1', port: config.simPort },
      { setting: 'MODBUS_TCP_PORT', host: '127.0.0.1', port: config.modbusTcpPort },
    );
  }
  const problems = await Promise.all(listeners.map(probe));
  // An address that is not ours spoils every port alike: say it once.
  return [...new Set(problems.filter((problem) => problem !== null))];
}

function probe({ setting, host, port }: Listener): Promise<string | null> {
  if (port === null || port === 0) return Promise.resolve(null);
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(explain(error.code, setting, host, port)));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

function explain(code: string | undefined, setting: SettingName, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `${setting} ${port} is taken by another program: stop that one, or set ${setting} to a free port (${setting}=${port + 1} npm start).`;
    case 'EACCES':
      return `${setting} ${port} may only be opened by an administrator: set ${setting} to a port above 1023.`;
    case 'EADDRNOTAVAIL':
      return `LISTEN ${host} is not an address of this machine: set LISTEN to one of its addresses, or to 0.0.0.0 for all of them.`;
    default:
      return `${setting} ${port} on ${host} cannot be opened (${code}): set ${setting} to another port.`;
  }
}
