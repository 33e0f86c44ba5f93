/** Where the simulator tells what happens on its wires: one line an event. */
export interface SimulatorLog {
  info(message: string): void;
  warn(message: string): void;
}

export const silentLog: SimulatorLog = { info: () => {}, warn: () => {} };
