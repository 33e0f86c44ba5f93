/**
 * Tells a running simulator what to play:
 *
 *   node packages/simulator/src/command.ts doorLeftOpen freezer-3
 *   node packages/simulator/src/command.ts stop doorLeftOpen
 *   node packages/simulator/src/command.ts status
 */

import { controlAddress } from './config.ts';
import { scenarios } from './scenarios/scenarios.ts';

const usage = [
  'Give a scenario and what it happens to, or "stop <scenario>", or "status":',
  ...scenarios.map(({ name, needs, takes = [] }) =>
    ['  ', name, ...needs.map((need) => `<${need}>`), ...takes.map((take) => `[${take}=…]`)].join(' '),
  ),
].join('\n');

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
  const text = await answer.text();
  if (!answer.ok) throw new Error((JSON.parse(text) as { error: string }).error);
  return JSON.stringify(JSON.parse(text), null, 2);
}

try {
  console.log(await order(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof TypeError ? `No simulator answers at ${controlAddress()}` : (error as Error).message);
  process.exitCode = 1;
}
