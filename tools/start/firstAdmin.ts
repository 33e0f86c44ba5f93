import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { type Config, type SettingName, settings } from '../../packages/server/src/config.ts';

/** Neither the settings nor a person at the keyboard named the first administrator. */
export class NoFirstAdmin extends Error {
  override readonly name = 'NoFirstAdmin';
}

/**
 * Gives the first administrator of a new database without the demo: from the settings, else by asking at the terminal.
 *
 * @returns null when the database exists already, or is not ours to look at, and nobody was named
 * @throws NoFirstAdmin when there is nobody to ask
 */
export async function firstAdmin(config: Config): Promise<Config['admin']> {
  if (config.admin !== null) return config.admin;
  if (config.databaseUrl !== null || existsSync(path.join(config.dataDir, 'postgres', 'PG_VERSION'))) return null;
  if (!process.stdin.isTTY) {
    throw new NoFirstAdmin(
      'A database without the demo needs its first administrator: set ADMIN_ACCOUNT and ADMIN_PASSWORD, or start in a terminal.',
    );
  }
  console.log('Name the first administrator.');
  const account = await ask('ADMIN_ACCOUNT', '  Account: ', true);
  const password = await ask('ADMIN_PASSWORD', '  Password (not shown): ', false);
  return { account, password };
}

/** Asks until the answer keeps the setting's rule. */
async function ask(setting: SettingName, question: string, visible: boolean): Promise<string> {
  for (;;) {
    const answer = await readAnswer(question, visible);
    const parsed = settings[setting].schema.safeParse(answer);
    if (parsed.success && answer !== '') return answer;
    console.log(`  Please ${parsed.success ? 'give one' : parsed.error.issues[0]?.message}.`);
  }
}

async function readAnswer(question: string, visible: boolean): Promise<string> {
  // readline echoes what is typed to its output; for a password that output leads nowhere.
  const output = visible ? process.stdout : new Writable({ write: (_chunk, _encoding, done) => done() });
  // Opened before the question appears: from here on the terminal itself echoes nothing.
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  const interrupted = new AbortController();
  lines.once('SIGINT', () => interrupted.abort());
  lines.once('close', () => interrupted.abort());
  if (!visible) process.stdout.write(question);
  try {
    return (await lines.question(question, { signal: interrupted.signal })).trim();
  } catch {
    throw new NoFirstAdmin('Nothing was started.');
  } finally {
    lines.close();
    if (!visible) process.stdout.write('\n');
  }
}
