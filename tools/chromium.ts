import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);

/** What Playwright's `launchOptions` needs to run the Chromium that npm installed. */
export interface ChromiumLaunch {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

/** Archives of the package that the browser needs outside its usual home, a cloud function: libraries, software GL, a font. */
const ARCHIVES = ['al2023', 'swiftshader', 'fonts'];

/**
 * Gives a Chromium that runs on a bare machine without system packages; the first call unpacks it (2–3 s, 209 MB below
 * node_modules/.cache).
 */
export function chromium(): ChromiumLaunch {
  const source = packageFolder('@sparticuz/chromium');
  const { version } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8')) as { version: string };
  const home = path.join(root, 'node_modules', '.cache', `chromium-${version}`);
  if (!existsSync(home)) unpack(path.join(source, 'bin'), home);
  return {
    executablePath: path.join(home, 'chromium'),
    // The package's own list holds --single-process, with which closing a second context ends the browser.
    args: ['--no-sandbox'],
    env: {
      ...(process.env as Record<string, string>),
      // uPlot refuses the language tag that Chromium derives from LANG=C.
      LANG: 'zh_CN.UTF-8',
      LD_LIBRARY_PATH: path.join(home, 'lib'),
      FONTCONFIG_FILE: path.join(home, 'fonts.conf'),
    },
  };
}

/** The folder of an installed package that does not export its package.json. */
function packageFolder(name: string): string {
  const found = require.resolve
    .paths(name)
    ?.map((folder) => path.join(folder, name))
    .find(existsSync);
  if (found === undefined) throw new Error(`The package ${name} is not installed: run "npm ci".`);
  return found;
}

/** Unpacks beside the final place and renames: a second process sees all of it or nothing. */
function unpack(archives: string, home: string): void {
  const draft = `${home}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    for (const name of ARCHIVES) {
      const tar = brotliDecompressSync(readFileSync(path.join(archives, `${name}.tar.br`)));
      execFileSync('tar', ['x', '-f', '-', '-C', draft, '--no-same-owner'], { input: tar });
    }
    const browser = path.join(draft, 'chromium');
    writeFileSync(browser, brotliDecompressSync(readFileSync(path.join(archives, 'chromium.br'))));
    chmodSync(browser, 0o755);
    writeFileSync(path.join(draft, 'fonts.conf'), fontsConf(home));
    renameSync(draft, home);
  } catch (error) {
    // Another process was first; its copy is the same.
    if (!existsSync(path.join(home, 'chromium'))) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** The browser's own package holds a Latin font only; Chinese comes from another one. */
function fontsConf(home: string): string {
  const folders = [path.join(home, 'fonts'), packageFolder('@expo-google-fonts/noto-sans-sc')];
  const lines = folders.map((folder) => `  <dir>${folder}</dir>`);
  return `<?xml version="1.0"?>\n<fontconfig>\n${lines.join('\n')}\n  <cachedir>${path.join(home, 'font-cache')}</cachedir>\n</fontconfig>\n`;
}
