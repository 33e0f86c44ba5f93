/**
 * Tells a running simulator what to play:
 *
 *   node packages/simulator/src/command.ts doorLeftOpen freezer-3
 *   node packages/simulator/src/command.ts stop doorLeftOpen
 *   node packages/simulator/src/command.ts slaveSilent dtuRooms slave=13
 *   node packages/simulator/src/command.ts status
 */

import { controlAddress } from './config.ts';
import { scenarios } from './scenarios/scenarios.ts';

const examples: Record<string, string> = {
  device: 'device=freezer-3',
  gateway: 'gateway=dtuRooms',
  project: 'project=museum',
  role: 'role=roomTemperature',
  slave: 'slave=13',
};

const usage = [
  'Give a scenario and what it happens to, or "stop <scenario>", or "status", which lists gateways, slaves and devices:',
  ...scenarios.map(({ name, needs, takes = [] }) =>
    ['  ', name, ...needs.map((need) => `<${need}>`), ...takes.map((take) => `[${examples[take]}]`)].join(' '),
  ),
].join('\n');

const otherPort =
  'If npm start runs with another SIM_PORT, give the same one here: SIM_PORT=<port> node packages/simulator/src/command.ts status';

/** `freezer-3` fills what the scenario needs in order; `slave=13` names it. */
function bodyOf(name: string, words: string[]): Record<string, string | number> {
  const needs = [...(scenarios.find((scenario) => scenario.name === name)?.needs ?? [])];
  const body: Record<string, string | number> = {};
  for (const word of words) {
    const at = word.indexOf('=');
    const key = at < 0 ? needs.shift() : word.slice(0, at);
    if (key === undefined) throw new Error(`What is ${word}?\n${usage}`);
    const text = word.slice(at + 1);
    body[key] = key === 'slave' ? Number(text) : text;
  }
  return body;
}

async function order(words: string[]): Promise<string> {
  const [first, second, ...rest] = words;
  if (first === undefined) throw new Error(usage);
  const address = controlAddress();
  const isStop = first === 'stop' && second !== undefined;
  const name = isStop ? second : first;
  const answer =
    first === 'status'
      ? await fetch(`${address}/status`)
      : await fetch(`${address}/scenarios/${encodeURIComponent(name)}${isStop ? '/stop' : ''}`, {
          method: 'POST',
          body: JSON.stringify(bodyOf(name, isStop ? rest : words.slice(1))),
        });
  const said = (await answer.json().catch(() => null)) as { error?: string; gateways?: unknown } | null;
  if (said?.error !== undefined) throw new Error(said.error);
  if (said?.gateways === undefined) throw new Error(`What answers at ${address} is no simulator. ${otherPort}`);
  return JSON.stringify(said, null, 2);
}

try {
  console.log(await order(process.argv.slice(2)));
} catch (error) {
  const silent = `No simulator answers at ${controlAddress()}: start the demo with npm start. ${otherPort}`;
  console.error(error instanceof TypeError ? silent : (error as Error).message);
  process.exitCode = 1;
}
