import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';
import { pdfFolder } from './src/plans/baseMaps/pdfFolder.ts';

const home = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** Character maps and fonts that a PDF may take for granted, and decoders of its pictures, with their licences: loaded when one does. */
export const pdfFiles: Plugin = {
  name: 'pdf-files',
  generateBundle() {
    for (const [address, file] of files())
      this.emitFile({ type: 'asset', fileName: address.slice(1), source: readFileSync(file) });
  },
  configureServer(server) {
    const known = files();
    server.middlewares.use((request, response, next) => {
      const file = known.get(request.url ?? '');
      if (!file) return next();
      if (file.endsWith('.js')) response.setHeader('Content-Type', 'text/javascript');
      response.end(readFileSync(file));
    });
  },
};

/** By address. Of the decoders those in JavaScript: our pages may not compile WebAssembly. */
function files(): Map<string, string> {
  const { version } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as { version: string };
  if (!pdfFolder.includes(version)) throw new Error(`pdfFolder.ts has to name version ${version} of pdfjs-dist.`);
  const found = new Map<string, string>();
  for (const folder of ['cmaps', 'standard_fonts', 'wasm'])
    for (const name of readdirSync(path.join(home, folder)))
      if (folder !== 'wasm' || /_nowasm_fallback\.js$|^LICENSE/.test(name))
        found.set(`${pdfFolder}${folder}/${name}`, path.join(home, folder, name));
  return found;
}
