// Preloaded into the processes that tools/start.ts runs, first of all (0201). Node takes the types out of each source while it
// loads it, and its compile cache keeps in memory what it read. Here the source comes from a file that
// stripAhead.ts made, and nothing but V8 holds it. A source without such a file goes Node's own way.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { strippedFile } from './strippedSources.mjs';

function readStripped(/** @type {string} */ url) {
  try {
    return readFileSync(strippedFile(readFileSync(fileURLToPath(url), 'utf8')), 'utf8');
  } catch {
    return null;
  }
}

registerHooks({
  load(url, context, next) {
    const source = url.startsWith('file:') && url.endsWith('.ts') ? readStripped(url) : null;
    return source === null ? next(url, context) : { format: 'module', source, shortCircuit: true };
  },
});
