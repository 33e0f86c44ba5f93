/** Orders to the simulator over HTTP, see packages/simulator/src/ControlServer.ts. */

/** @param device code in the demo, for example `freezer-3` */
export const leaveDoorOpen = (simulatorUrl: string, device: string): Promise<void> =>
  order(`${simulatorUrl}/scenarios/doorLeftOpen`, { device });

export const closeDoor = (simulatorUrl: string, device: string): Promise<void> =>
  order(`${simulatorUrl}/scenarios/doorLeftOpen/stop`, { device });

async function order(url: string, body: object): Promise<void> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`The simulator refused ${url}: ${await answer.text()}`);
}
