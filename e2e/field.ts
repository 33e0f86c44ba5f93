/** Orders to the simulator over HTTP, see packages/simulator/src/ControlServer.ts. */

/** @param device code in the demo, for example `freezer-3` */
export const leaveDoorOpen = (simulatorUrl: string, device: string): Promise<void> =>
  order(`${simulatorUrl}/scenarios/doorLeftOpen`, { device });

export const closeDoor = (simulatorUrl: string, device: string): Promise<void> =>
  order(`${simulatorUrl}/scenarios/doorLeftOpen/stop`, { device });

/** The wire of a display case's air probe breaks: its value is no longer known. @param device code in the demo, for example `case-4` */
export const breakProbe = (simulatorUrl: string, device: string): Promise<void> =>
  order(`${simulatorUrl}/scenarios/sensorBroken`, { device, role: 'airOffTemperature' });

export const replaceProbe = (simulatorUrl: string, device: string): Promise<void> =>
  order(`${simulatorUrl}/scenarios/sensorBroken/stop`, { device, role: 'airOffTemperature' });

async function order(url: string, body: object): Promise<void> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`The simulator refused ${url}: ${await answer.text()}`);
}
