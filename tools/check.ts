/** `npm run check`: format, lint, types and import rules; everything that can be judged without running the product. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name: string) => path.join(root, 'node_modules', name);

const checks = [
  { name: 'format and lint', args: [bin('@biomejs/biome/bin/biome'), 'ci', '--colors=off'] },
  { name: 'types', args: [bin('typescript/bin/tsc'), '-p', 'tsconfig.json', '--noEmit'] },
  { name: 'types of the web', args: [bin('typescript/bin/tsc'), '-p', 'packages/web', '--noEmit'] },
  { name: 'types of the journeys', args: [bin('typescript/bin/tsc'), '-p', 'e2e', '--noEmit'] },
  { name: 'import rules', args: [bin('vitest/vitest.mjs'), 'run', '--project=node', 'tools/architecture.test.ts'] },
];

let broken = 0;
for (const { name, args } of checks) {
  const startedAt = performance.now();
  const { code, output } = await run(args);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (code === 0) {
    console.log(`ok      ${name} (${seconds} s)`);
  } else {
    broken++;
    console.log(`${output.trimEnd()}\nBROKEN  ${name} (${seconds} s)`);
  }
}
console.log(`${checks.length - broken} of ${checks.length} checks passed`);
process.exitCode = broken === 0 ? 0 : 1;

/** What a check prints matters only when it fails. */
function run(args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      output += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
