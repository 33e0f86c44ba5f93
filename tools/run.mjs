// The first step of every npm script. Runs on the machine's own Node (20 or newer) and needs no package: it fetches the
// Node that the product runs on and the packages the lock names, then hands over to tools/<command>.ts.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED_MAJOR = 24;
const root = fileURLToPath(new URL('..', import.meta.url));
const tools = path.join(root, 'tools');
const [command, ...args] = process.argv.slice(2);

const script = path.join(tools, `${command}.ts`);
if (!command || !commands().includes(command)) {
  fail(`There is no command "${command ?? ''}"; there are: ${commands().join(', ')}.`);
}
const node = ownNode() ?? bundledNode();
installPackages(node);
handOver(node);

/** A command is a file of tools/ that package.json has a script for. */
function commands() {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return Object.keys(scripts).filter((name) => existsSync(path.join(tools, `${name}.ts`)));
}

/** The Node we run on, when it is new enough. */
function ownNode() {
  return Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR ? process.execPath : null;
}

/** Node from tools/runtime, installed when it is missing or its lock has changed. */
function bundledNode() {
  const folder = path.join(tools, 'runtime');
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const { optionalDependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  if (!(name in optionalDependencies)) {
    fail(`This machine has Node ${process.versions.node}: install Node ${NEEDED_MAJOR} or newer, then try again.`);
  }
  const binary =
    process.platform === 'win32'
      ? path.join(folder, 'node_modules', name, 'bin', 'node.exe')
      : path.join(folder, 'node_modules', name, 'bin', 'node');
  const version = optionalDependencies[name];
  if (installedVersion(path.join(folder, 'node_modules', name)) !== version || !existsSync(binary)) {
    progress(`Fetching Node ${version} (this machine has ${process.versions.node}) …`);
    npmCi(process.execPath, folder, process.env.PATH ?? '');
  }
  return binary;
}

function installedVersion(folder) {
  return readJson(path.join(folder, 'package.json'))?.version;
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Brings node_modules to what the lock says. A stamp of the lock makes the second start quick. */
function installPackages(node) {
  const lock = readFileSync(path.join(root, 'package-lock.json'));
  const stamp = path.join(root, 'node_modules', '.installed');
  const wanted = createHash('sha256').update(lock).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  if (!matchesLock(JSON.parse(lock.toString()))) {
    progress('Installing packages …');
    npmCi(node, root, pathWith(node));
  }
  writeFileSync(stamp, wanted);
}

/** True when someone has run npm by hand already: npm's own record of node_modules holds every version of the lock. */
function matchesLock(lock) {
  const installed = readJson(path.join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (!installed) return false;
  return Object.entries(lock.packages).every(([place, { version, optional, link }]) => {
    if (!place.startsWith('node_modules/') || link) return true;
    const there = installed[place]?.version;
    return there === version || (optional === true && there === undefined);
  });
}

function npmCi(node, folder, searchPath) {
  // Set by npm for its scripts; without it (node tools/run.mjs …) npm is looked up like any program.
  const npm = process.env.npm_execpath;
  // Development packages build the web pages, so NODE_ENV=production must not leave them out.
  const flags = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: folder, env: { ...process.env, PATH: searchPath }, encoding: 'utf8' };
  const result = npm
    ? spawnSync(node, [npm, ...flags], options)
    : spawnSync('npm', flags, { ...options, shell: process.platform === 'win32' });
  if (result.status === 0) return;
  const said = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`.trim();
  console.error(said.split('\n').slice(-15).join('\n'));
  fail(`Packages could not be installed in ${folder}: npm says why above.`);
}

function pathWith(node) {
  return `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`;
}

function handOver(node) {
  const cache = path.join(root, 'node_modules', '.cache', 'node-compile');
  try {
    mkdirSync(cache, { recursive: true });
  } catch {
    // Read-only: Node compiles anew at each start.
  }
  // Types are taken out by a function of Node that it calls experimental; nobody who starts the product can do anything about it.
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: pathWith(node), NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? cache },
  });
  // Ctrl-C reaches the child by itself too, so it may hear a signal twice; it must not hear it never. `on`, not `once`:
  // the second one would otherwise end us and leave the child alone.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('error', (error) => fail(`Node could not be started (${node}): ${error.message}.`));
  child.once('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

function progress(line) {
  console.error(line);
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
