import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Rolldown } from 'vite';

/**
 * Screens and parts that many people open, in a short word each. What the same ones of them need goes into one file, instead of one
 * file for each set of the five hundred lazily loaded parts: a tenth of the requests, and it packs better.
 */
const opened = {
  login: 'src/login.tsx',
  shell: 'src/main.tsx',
  board: 'src/devices/MonitorBoardPage.tsx',
  overview: 'src/projects/OverviewMapPage.tsx',
  list: 'src/ui/list/ListPage.tsx',
  device: 'src/devices/DevicePage.tsx',
  alarm: 'src/alarms/AlarmDialog.tsx',
  alarms: 'src/alarms/AlarmsPage.tsx',
} as const;

/**
 * The file that a module goes into; null for what none of those needs at once, which the builder divides by itself.
 *
 * A module's dependencies are needed wherever it is, so they stand in a file of the same set or of a larger one: files never wait for
 * each other in a circle. What is needed is known only after unused exports are dropped, hence from a build of its own, which keeps
 * nothing (5 s).
 */
export async function chunkGroups(config: InlineConfig): Promise<(id: string) => string | null> {
  const built = await build({
    ...config,
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false },
  });
  const { output } = built as Rolldown.RolldownOutput;
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
  const usersOf = new Map<string, string[]>();
  for (const [word, path] of Object.entries(opened)) {
    for (const id of neededBy(fileURLToPath(new URL(path, import.meta.url)), chunks)) {
      const users = usersOf.get(id) ?? [];
      users.push(word);
      usersOf.set(id, users);
    }
  }
  return (id) => usersOf.get(id)?.join('-') ?? null;
}

/** All modules that are loaded before the module at `path` runs, and itself. */
function neededBy(path: string, chunks: ReadonlyMap<string, Rolldown.OutputChunk>): Set<string> {
  const modules = new Set<string>();
  const seen = new Set<string>();
  const follow = (name: string) => {
    const chunk = chunks.get(name);
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    for (const id of chunk.moduleIds) modules.add(id);
    for (const next of chunk.imports) follow(next);
  };
  const home = [...chunks.values()].find(({ moduleIds }) => moduleIds.includes(path));
  if (!home) throw new Error(`${path} is in no file of the web pages: it was moved, or nothing uses it`);
  follow(home.fileName);
  return modules;
}
