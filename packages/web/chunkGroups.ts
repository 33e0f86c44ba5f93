import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Rolldown } from 'vite';

/** These run by themselves as soon as their file is loaded, and stand alone: a file they shared would render the other document, too. */
const documents = ['src/login.tsx', 'src/main.tsx'];

/**
 * Screens and parts that many people open, in a short word each. What the same ones of them need goes into one file, instead of one
 * file for each set of the two hundred lazily loaded parts: half the requests, and it packs better.
 */
const opened: Record<string, readonly string[]> = {
  login: ['src/login.tsx'],
  // Every page before sign-in: what one of them shared with the shell alone would bring `main.tsx` with it.
  join: [
    ...['CompanyApplicationPage', 'ForgotPasswordPage', 'InvitationAcceptedPage', 'InvitationPage', 'OtherSystemPage'],
    ...['RegisterPage', 'ReportPage', 'verify/VerifyPage'],
  ].map((page) => `src/account/public/${page}.tsx`),
  // With the parts that load by themselves when it has drawn.
  shell: ['src/main.tsx', 'src/reports/ReportNotices.tsx', 'src/account/IdentityDialog.tsx'],
  board: ['src/devices/MonitorBoardPage.tsx'],
  overview: ['src/projects/OverviewMapPage.tsx', 'src/ui/map/SiteLayer.tsx'],
  list: ['src/ui/list/ListPage.tsx'],
  device: ['src/devices/DevicePage.tsx'],
  alarm: ['src/alarms/AlarmDialog.tsx', 'src/alarms/AlarmsPage.tsx'],
};

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
    root: absolute('.'),
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false },
  });
  const { output } = built as Rolldown.RolldownOutput;
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
  const usersOf = new Map<string, string[]>();
  for (const [word, paths] of Object.entries(opened)) {
    for (const id of new Set(paths.flatMap((path) => [...neededBy(absolute(path), chunks)]))) {
      const users = usersOf.get(id) ?? [];
      users.push(word);
      usersOf.set(id, users);
    }
  }
  for (const path of documents) usersOf.delete(absolute(path));
  return (id) => usersOf.get(id)?.join('-') ?? null;
}

const absolute = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

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
