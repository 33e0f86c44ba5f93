const defaultModbusPort = 502;

/** Where an address leads: `10.0.0.5:1502`, a host alone, or `[fd00::5]:1502`. */
export function dialTarget(address: string): { host: string; port: number } {
  const [, bracketed, plain, port] = /^(?:\[(.+)\]|([^:]*))(?::(\d+))?$/.exec(address) ?? [];
  return { host: bracketed ?? plain ?? address, port: port === undefined ? defaultModbusPort : Number(port) };
}
