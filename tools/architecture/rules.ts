import { memoryOfProcess } from './memoryOfProcess.ts';
import type { Import, SourceFile, SyntaxNode } from './sourceFile.ts';
import { stateOf } from './stateOf.ts';
import { tablesOfDomains, writesElsewhere } from './tablesOfDomains.ts';

/** A rule of the house. What it prints must tell a newcomer what to do instead, and why. */
export interface Rule {
  name: string;
  because: string;
  instead: string;
  check(files: readonly SourceFile[]): Violation[];
}

export interface Violation {
  file: string;
  line: number;
  what: string;
}

/** Tests and what only they use: `InTestShell.tsx`, `testAlarm.ts`. */
const isTest = (path: string) => /\.test\.tsx?$|\/testing\/|\/testing\.ts$|\/(InTest|test)[A-Z]\w*\.tsx?$/.test(path);
const under = (folder: string) => (path: string) => path.startsWith(`${folder}/`);
const server = under('packages/server/src');
const platform = under('packages/server/src/platform');
const engine = under('packages/server/src/alarms/engine');
const contract = under('packages/contract/src');
const protocols = under('packages/protocols/src');
const demo = under('packages/demo/src');
const simulator = under('packages/simulator/src');
const web = under('packages/web/src');
const isOurs = (specifier: string) => specifier.startsWith('@watchpost/');

/** First folder below src; null for a file that lies in src itself. */
function domainOf(path: string): string | null {
  return /^packages\/(?:server|web)\/src\/([^/]+)\//.exec(path)?.[1] ?? null;
}

// --- who may import what ----------------------------------------------------------------------------------------

/** Builds a rule on imports: of the files that `from` picks, every import must be `allowed`. */
function importRule(
  texts: Pick<Rule, 'name' | 'because' | 'instead'>,
  from: (path: string) => boolean,
  allowed: (found: Import, path: string) => boolean,
): Rule {
  return {
    ...texts,
    check: (files) =>
      files
        .filter((file) => from(file.path))
        .flatMap((file) =>
          file.imports
            .filter((found) => !allowed(found, file.path))
            .map(({ specifier, line }) => ({ file: file.path, line, what: `imports ${specifier}` })),
        ),
  };
}

const contractIsPure = importRule(
  {
    name: 'contract has no I/O: it imports zod and itself',
    because: 'server and web both load it, so it must run anywhere and mean the same everywhere',
    instead: 'move the code that needs more to the server or the web',
  },
  (path) => contract(path) && !isTest(path),
  ({ specifier, target }) => specifier === 'zod' || (target !== null && contract(target)),
);

const protocolsStandAlone = importRule(
  {
    name: 'protocols imports Node and protocol libraries only',
    because: 'it turns bytes into values for the server and for the simulator, which must not learn of each other',
    instead: 'take what you need as a parameter',
  },
  (path) => protocols(path) && !isTest(path),
  ({ specifier, target }) => !isOurs(specifier) && (target === null || protocols(target)),
);

const demoStandsAlone = importRule(
  {
    name: 'demo imports nothing but itself',
    because: 'it is data and physics that the server seeds from and the simulator plays; both must see the same plant',
    instead: 'keep reading, writing and waiting in the server or the simulator, and hand results in',
  },
  (path) => demo(path) && !isTest(path),
  ({ target }) => target !== null && demo(target),
);

const simulatorIsAStranger = importRule(
  {
    name: 'simulator never imports server',
    because: 'it stands for equipment in the field: what it knows of us must come over the wire, or it proves nothing',
    instead: 'speak the protocol; shared bytes live in protocols, shared plant data in demo',
  },
  simulator,
  ({ specifier, target }) =>
    target === null || simulator(target) || specifier === '@watchpost/protocols' || specifier === '@watchpost/demo',
);

const platformKnowsNoDomain = importRule(
  {
    name: 'platform imports no domain',
    because: 'every domain stands on it; what it knew of one would be imposed on all',
    instead: 'pass the domain part in as a parameter, or move the file into its domain',
  },
  (path) => platform(path) && !isTest(path),
  ({ specifier, target }) => specifier === '@watchpost/contract' || target === null || platform(target),
);

/** What every domain may use of the server's own root: types alone, and only these. */
const ROOT_TYPES = new Set(
  ['handlers.ts', 'handOver.ts', 'events.ts', 'config.ts'].map((name) => `packages/server/src/${name}`),
);

/** Domains that talk to the outside in bytes: with equipment, and with browsers, whose packets are measured likewise. */
const SPEAK_PROTOCOLS: ReadonlySet<string | null> = new Set(['gateways', 'ingest', 'realtime', 'workbench']);

const domainsMeetAtTheirIndex = importRule(
  {
    name: "a server domain uses another through the other's index.ts",
    because: 'what is not in index.ts may change without asking; its tables above all',
    instead: 'export it from the index.ts of its domain, or react to an event of that domain',
  },
  (path) => server(path) && domainOf(path) !== null && !platform(path) && !isTest(path),
  ({ specifier, target, typeOnly }, path) => {
    if (specifier === '@watchpost/protocols') return SPEAK_PROTOCOLS.has(domainOf(path));
    if (specifier === '@watchpost/demo') return domainOf(path) === 'demo';
    if (target === null || specifier === '@watchpost/contract' || platform(target)) return true;
    if (ROOT_TYPES.has(target)) return typeOnly;
    if (!server(target)) return false;
    return domainOf(target) === domainOf(path) || /\/src\/[^/]+\/index\.ts$/.test(target);
  },
);

const engineIsPure = importRule(
  {
    name: 'the alarm engine is pure: it imports the contract and itself',
    because: 'only then can a month of alarms be replayed, and an alarm that did not come be explained',
    instead: 'pass the value, the time or the answer in; the caller asks the database and the clock',
  },
  (path) => engine(path) && !isTest(path),
  ({ specifier, target }) => specifier === '@watchpost/contract' || (target !== null && engine(target)),
);

const webKnowsTheContractOnly = importRule(
  {
    name: 'web imports the contract, never server, protocols, demo or simulator',
    because: 'the contract is the whole truth between the two sides; anything else would be a second one',
    instead: 'add what you need to the contract',
  },
  web,
  ({ specifier, target }) =>
    isOurs(specifier) ? /^@watchpost\/contract(\/|$)/.test(specifier) : target === null || web(target),
);

const webDomainsDoNotKnowTheApp = importRule(
  {
    name: 'a web domain imports ui, lib and the index of other domains, never app',
    because: 'app gathers the domains; an import back would tie all screens to each other',
    instead: 'move what both need into ui or lib, or pass it in',
  },
  (path) => web(path) && domainOf(path) !== null && !isTest(path),
  ({ target }, path) => {
    if (target === null || !web(target)) return true;
    const [from, to] = [domainOf(path), domainOf(target)];
    if (from === to || from === 'app' || to === 'ui' || to === 'lib') return true;
    if (from === 'ui' || from === 'lib' || to === 'app' || to === null) return false;
    return /\/src\/[^/]+\/index\.tsx?$/.test(target);
  },
);

const journeysSeeTheProductFromOutside = importRule(
  {
    name: 'e2e imports the contract, demo and simulator, never server or web',
    because: 'a journey that reaches inside would pass while the person at the screen fails',
    instead: 'find it on the screen or ask the API',
  },
  under('e2e'),
  ({ target }) => target === null || !(server(target) || web(target)),
);

const noCycles: Rule = {
  name: 'no import cycles',
  because:
    'in a cycle no file can be understood, tested or moved alone, and the order of loading decides what is undefined',
  instead:
    'move what both need into a third file, or pass it in (imports of types count between domains, not within one)',
  check(files) {
    const byPath = new Map(files.map((file) => [file.path, file]));
    const loads = findCycles(files, byPath, ({ typeOnly }) => !typeOnly);
    // A cycle of types inside one domain is read together anyway.
    const types = findCycles(
      files.filter(({ path }) => !isTest(path)),
      byPath,
      () => true,
    ).filter(({ cycle }) => new Set(cycle.map(domainOf)).size > 1);
    return [...loads, ...types].map(({ file, line, cycle }) => ({
      file,
      line,
      what: `closes the cycle ${cycle.join(' → ')}`,
    }));
  },
};

/** Cycles of the imports that count, each where the walk closes it. */
function findCycles(
  files: readonly SourceFile[],
  byPath: ReadonlyMap<string, SourceFile>,
  counts: (found: Import) => boolean,
): { file: string; line: number; cycle: string[] }[] {
  const state = new Map<string, 'open' | 'done'>();
  const trail: string[] = [];
  const cycles: { file: string; line: number; cycle: string[] }[] = [];
  const visit = (path: string): void => {
    state.set(path, 'open');
    trail.push(path);
    for (const found of byPath.get(path)?.imports ?? []) {
      const { target, line } = found;
      if (target === null || !counts(found) || !byPath.has(target)) continue;
      if (state.get(target) === 'open') {
        cycles.push({ file: path, line, cycle: [...trail.slice(trail.indexOf(target)), target] });
      } else if (!state.has(target)) {
        visit(target);
      }
    }
    trail.pop();
    state.set(path, 'done');
  };
  for (const { path } of files) if (!state.has(path)) visit(path);
  return cycles;
}

// --- what code may do -------------------------------------------------------------------------------------------

/** Builds a rule on code: in the files that `where` picks, `find` names what must not be there. */
function codeRule(
  texts: Pick<Rule, 'name' | 'because' | 'instead'>,
  where: (path: string) => boolean,
  find: (node: SyntaxNode) => string | null,
): Rule {
  return {
    ...texts,
    check: (files) =>
      files
        .filter((file) => where(file.path))
        .flatMap((file) =>
          file.nodes.flatMap((node) => {
            const what = find(node);
            return what === null ? [] : [{ file: file.path, line: file.lineOf(node), what }];
          }),
        ),
  };
}

const nameOf = (node: unknown): string | null => {
  const { type, name } = (node ?? {}) as { type?: string; name?: unknown };
  return type === 'Identifier' && typeof name === 'string' ? name : null;
};

/** `object.property` of a member expression without brackets. */
function memberOf(node: SyntaxNode): string | null {
  if (node.type !== 'MemberExpression' || node.computed === true) return null;
  return `${nameOf(node.object)}.${nameOf(node.property)}`;
}

function readsClock(node: SyntaxNode): string | null {
  if (node.type === 'CallExpression' && memberOf(node.callee as SyntaxNode) === 'Date.now') return 'calls Date.now()';
  const plainDate = node.type === 'NewExpression' && nameOf(node.callee) === 'Date';
  return plainDate && (node.arguments as unknown[]).length === 0 ? 'calls new Date()' : null;
}

const clockOnly = codeRule(
  {
    name: 'Date.now() and new Date() stand in clock.ts only',
    because: 'a time that is passed in can be tested, replayed and moved across a daylight saving change',
    instead: 'take `now` or a clock as a parameter',
  },
  (path) =>
    (server(path) || contract(path) || protocols(path) || demo(path) || simulator(path)) &&
    !isTest(path) &&
    !path.endsWith('/clock.ts'),
  readsClock,
);

/** The two places that read the environment; each checks what it reads. */
const ENVIRONMENT_READERS = new Set([
  'packages/server/src/config.ts',
  'packages/simulator/src/config.ts',
  'packages/simulator/src/main.ts',
]);

const environmentInConfig = codeRule(
  {
    name: 'process.env stands in config only',
    because: 'a setting read elsewhere is not checked, not in .env.example, and cannot be set by a test',
    instead: 'add it to the table in config.ts and pass the value in',
  },
  (path) => path.startsWith('packages/') && !isTest(path) && !ENVIRONMENT_READERS.has(path),
  (node) => (memberOf(node) === 'process.env' ? 'reads process.env' : null),
);

/** What reaches outside a calculation. */
const EFFECTS = new Set(['fetch', 'setTimeout', 'setInterval', 'setImmediate', 'console', 'process', 'localStorage']);

function hasEffect(node: SyntaxNode): string | null {
  const used =
    node.type === 'CallExpression'
      ? nameOf(node.callee)
      : node.type === 'MemberExpression'
        ? nameOf(node.object)
        : null;
  if (used !== null && EFFECTS.has(used)) return `uses ${used}`;
  if (memberOf(node) === 'Math.random') return 'uses Math.random';
  return readsClock(node);
}

const contractActsOnNothing = codeRule(
  {
    name: 'contract has no I/O: it reads no clock, waits for nothing and prints nothing',
    because: 'it describes; a description that acts differs between server and browser',
    instead: 'do it in the server or the web',
  },
  (path) => contract(path) && !isTest(path),
  hasEffect,
);

const engineActsOnNothing = codeRule(
  {
    name: 'the alarm engine is pure: no clock, no timer, no chance, no output',
    because: 'the same samples must give the same alarms, at any speed and in any replay',
    instead: 'pass `now` in, return events, and let the caller act',
  },
  (path) => engine(path) && !isTest(path),
  hasEffect,
);

/** `gatewayLinks` → gateway, links. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.replace(/s$/, ''));
}

/** Finds identifiers and file names that hold one of the words. */
function wordRule(
  texts: Pick<Rule, 'name' | 'because' | 'instead'>,
  where: (path: string) => boolean,
  words: ReadonlySet<string>,
): Rule {
  const byCode = codeRule(texts, where, (node) => {
    const name = nameOf(node);
    const found = name === null ? undefined : wordsOf(name).find((word) => words.has(word));
    return found === undefined ? null : `says "${found}" in ${name}`;
  });
  return {
    ...texts,
    check: (files) => [
      ...files
        .filter(
          (file) => where(file.path) && wordsOf(file.path.split('/src/')[1] ?? '').some((word) => words.has(word)),
        )
        .map((file) => ({ file: file.path, line: 1, what: 'has a word of a domain in its name' })),
      ...byCode.check(files),
    ],
  };
}

const protocolsKnowNoCompany = wordRule(
  {
    name: 'protocols knows no company and no alarm',
    because: 'a frame means the same for every customer; what depends on the customer is decided above',
    instead: 'hand the value back and let ingest decide',
  },
  (path) => protocols(path) && !isTest(path),
  new Set(['company', 'companie', 'tenant', 'project', 'user', 'alarm', 'permission']),
);

/** Nouns that can only be meant as a domain; "event", "file" or "log" are words of any platform. */
const platformHasNoDomainWord = wordRule(
  {
    name: 'platform has no domain word',
    because: 'the word is the first sign that a domain moves in where all others would have to live with it',
    instead: 'name what it does without the domain, or move it into the domain',
  },
  (path) => platform(path) && !isTest(path),
  new Set(
    'alarm gateway slave device repair waybill floorplan camera meter energy freezer subarea asset customer'.split(' '),
  ),
);

// --- SQL and tenants --------------------------------------------------------------------------------------------

/** store.ts, or alarmList.store.ts where one store would hold two nouns. */
const isStore = (path: string) => /\/(store|[A-Za-z]+\.store)\.ts$/.test(path);

/** Text that names a table. `BEGIN` and `SELECT 1` do not, nor do fragments that a store puts together. */
const SQL_ON_TABLES =
  /\b(SELECT\b[\s\S]*?\bFROM\s|INSERT\s+INTO\s|UPDATE\s+[\w"]+\s+(AS\s+\w+\s+|\w+\s+)?SET\b|DELETE\s+FROM\s|COPY\s+[\w"]+|(CREATE|ALTER|DROP|TRUNCATE|LOCK)\s+TABLE\b)/;
const QUERY_BUILDERS = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']);

/** The text of a template, with ` ? ` for what is put in, or of a string; empty for everything else. */
const textOf = (node: SyntaxNode): string =>
  node.type === 'TemplateLiteral'
    ? (node.quasis as { value: { raw: string } }[]).map((part) => part.value.raw).join(' ? ')
    : node.type === 'Literal' && typeof node.value === 'string'
      ? node.value
      : '';

function findSql(node: SyntaxNode): string | null {
  if (node.type === 'CallExpression') {
    const callee = node.callee as SyntaxNode;
    const method = callee.type === 'MemberExpression' ? nameOf(callee.property) : null;
    return method !== null && QUERY_BUILDERS.has(method) ? `queries with ${method}` : null;
  }
  const found = SQL_ON_TABLES.exec(textOf(node))?.[0];
  return found === undefined ? null : `holds SQL: ${found.replace(/\s+/g, ' ').slice(0, 60)}`;
}

const sqlInStores = codeRule(
  {
    name: 'SQL on tables stands in store.ts, platform/db and migrations only',
    because: 'the tenant is checked there, and for the change of a table all its queries must be found',
    instead: 'write a function in the store.ts of the domain that owns the table',
  },
  (path) => server(path) && !isTest(path) && !isStore(path) && !path.startsWith('packages/server/src/platform/db/'),
  findSql,
);

/** Stores without rows of a company, each with the reason why nobody's rows can be seen through it. */
const TENANTLESS_STORES: Readonly<Record<string, string>> = {
  'packages/server/src/history/store.ts':
    'readings carry point ids alone; who reads them has the ids from the points store, which asked for the tenant',
  'packages/server/src/history/days.store.ts': 'the same readings, by the day',
  'packages/server/src/history/upkeep/upkeep.store.ts':
    'the same readings, looked after by the operator of the installation',
};

const TENANT_NAMES = /^_?(tenant|system)$/;

/** First parameter by name; null when there is none or it is a pattern. */
function firstParameter(fn: SyntaxNode): string | null {
  const [first] = fn.params as SyntaxNode[];
  return first === undefined ? null : nameOf(first.type === 'AssignmentPattern' ? first.left : first);
}

/** Exported functions of a file, however they are written. */
function exportedFunctions(file: SourceFile): { name: string; fn: SyntaxNode }[] {
  return file.nodes.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration') return [];
    const declaration = node.declaration as SyntaxNode | null;
    if (declaration?.type === 'FunctionDeclaration') return [{ name: nameOf(declaration.id) ?? '', fn: declaration }];
    if (declaration?.type !== 'VariableDeclaration') return [];
    return (declaration.declarations as SyntaxNode[]).flatMap((one) => {
      const fn = one.init as SyntaxNode | null;
      const isFunction = fn?.type === 'ArrowFunctionExpression' || fn?.type === 'FunctionExpression';
      return isFunction ? [{ name: nameOf(one.id) ?? '', fn }] : [];
    });
  });
}

const tenantFirst: Rule = {
  name: 'every exported store function takes the tenant first, as `tenant` or `system`',
  because: 'a query that cannot be written without saying for whom cannot forget whose rows it may see',
  instead: 'make `tenant: Tenant` the first parameter; callers that serve all companies pass `system` by name',
  check: (files) =>
    files
      .filter((file) => server(file.path) && isStore(file.path) && !(file.path in TENANTLESS_STORES))
      .flatMap((file) =>
        exportedFunctions(file)
          .filter(({ fn }) => !TENANT_NAMES.test(firstParameter(fn) ?? ''))
          .map(({ name, fn }) => ({
            file: file.path,
            line: file.lineOf(fn),
            what: `${name} takes ${firstParameter(fn) ?? 'nothing'} first`,
          })),
      ),
};

const WRITING_BUILDERS = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']);
const WRITES_IN_SQL = /\b(?:INSERT\s+INTO|DELETE\s+FROM|UPDATE)\s+([a-z][a-z_]*)\b/g;

/** The tables that a piece of code writes. */
function writtenTables(node: SyntaxNode): string[] {
  if (node.type !== 'CallExpression') return [...textOf(node).matchAll(WRITES_IN_SQL)].map(([, table]) => table!);
  const callee = node.callee as SyntaxNode;
  const method = callee.type === 'MemberExpression' ? nameOf(callee.property) : null;
  const [table] = node.arguments as SyntaxNode[];
  return method !== null && WRITING_BUILDERS.has(method) && table ? [textOf(table)].filter((name) => name !== '') : [];
}

const domainOfTable = new Map(
  Object.entries(tablesOfDomains).flatMap(([domain, tables]) => tables.split(' ').map((table) => [table, domain])),
);

const tablesAreWrittenAtHome: Rule = {
  name: 'a table is written by its own domain',
  because: 'the rules about its rows stand there; code elsewhere would break one unknowingly',
  instead: 'ask the domain by its index.ts to write it; a new table goes into tablesOfDomains.ts',
  check: (files) =>
    files
      .filter((file) => server(file.path) && isStore(file.path) && domainOf(file.path) !== 'demo')
      .flatMap((file) => {
        const written = file.nodes.flatMap((node) => writtenTables(node).map((table) => ({ table, node })));
        const allowed = writesElsewhere[file.path]?.tables.split(' ') ?? [];
        const strange = written.filter(({ table }) => domainOfTable.get(table) !== domainOf(file.path));
        const needless = allowed.filter((table) => !strange.some((one) => one.table === table));
        return [
          ...strange
            .filter(({ table }) => !allowed.includes(table) && !file.path.startsWith('packages/server/src/platform/'))
            .map(({ table, node }) => ({
              file: file.path,
              line: file.lineOf(node),
              what: `writes ${table}, which belongs to ${domainOfTable.get(table) ?? 'nobody yet'}`,
            })),
          ...needless.map((table) => ({
            file: file.path,
            line: 1,
            what: `no longer writes ${table}: take it off the list`,
          })),
        ];
      }),
};

/** Of history's own tables, by the map above; what is added there is kept in, too. */
const historyTables = new RegExp(`\\b(?:${tablesOfDomains.history!.replaceAll(' ', '|')})\\b`);

const historyHasOneDoor = codeRule(
  {
    name: "history's tables are touched in packages/server/src/history only",
    because: 'another engine can stand behind its index.ts only when nobody knows how readings lie on the disk',
    instead: 'ask history by its index.ts: has, latest, raw, buckets, totals, importSegments',
  },
  (path) => server(path) && !isTest(path) && domainOf(path) !== 'history' && !path.includes('/platform/db/'),
  (node) => {
    const found = historyTables.exec(textOf(node))?.[0];
    return found === undefined ? null : `names ${found}`;
  },
);

// --- names of the wire ------------------------------------------------------------------------------------------

/** Property names that the contract's schemas give to the wire and that no code would invent: `MName`, `ALARM_EPOCH`. */
export function legacyNames(files: readonly SourceFile[]): Set<string> {
  const names = files
    .filter((file) => contract(file.path) && !isTest(file.path))
    .flatMap((file) => file.nodes)
    .filter((node) => node.type === 'Property')
    .map((node) => nameOf(node.key))
    .filter((name) => name !== null && /^[A-Z]/.test(name));
  return new Set(names as string[]);
}

/** The envelope of every answer is made in one place, for all domains. */
const ENVELOPE = new Set(['Code', 'Data', 'Field', 'Fields', 'Message', 'TotalCount']);

const legacyNamesAtTheEdge: Rule = {
  name: "the specification's field names stand in contract, handlers.ts, present.ts, *.wire.ts and web only",
  because: 'one vocabulary inside: who reads `raisedAt` must not wonder whether ALARM_EPOCH means something else',
  instead:
    'translate input in the first lines of the handler and output in present.ts (words: docs/glossary.md); what else takes a call’s input or answers in its rows is a .wire.ts',
  check(files) {
    const legacy = legacyNames(files);
    const inside = codeRule(
      this,
      (path) => server(path) && !isTest(path) && !/\/(present|handlers|\w+\.wire)\.ts$/.test(path),
      (node) => {
        const property = node.type === 'MemberExpression' && node.computed !== true ? node.property : node.key;
        const name = nameOf(property);
        return name !== null && legacy.has(name) ? `says ${name}` : null;
      },
    );
    const isEnvelope = ({ file, what }: Violation) =>
      file.startsWith('packages/server/src/platform/http/') && ENVELOPE.has(what.replace('says ', ''));
    return inside.check(files).filter((found) => !isEnvelope(found));
  },
};

const memoryByFile = new Map<string, string[]>(
  Object.values(memoryOfProcess).flatMap((files) =>
    Object.entries(files).map(([file, { names }]) => [`packages/server/src/${file}`, names.split(' ')] as const),
  ),
);

const memoryIsListed: Rule = {
  name: 'what stays in the memory of the server stands in memoryOfProcess.ts, with its answer',
  because: 'another process must be able to take over at any moment: what only memory knows is lost, or allowed twice',
  instead: 'keep it in the database, or say on the list why a restart, a takeover and a second process change nothing',
  check: (files) =>
    files
      .filter((file) => server(file.path) && !isTest(file.path))
      .flatMap((file) => {
        const state = stateOf(file);
        const listed = memoryByFile.get(file.path) ?? [];
        const gone = listed.filter((name) => !state.some((one) => one.name === name));
        return [
          ...state
            .filter(({ name }) => !listed.includes(name))
            .map(({ name, line }) => ({ file: file.path, line, what: `keeps ${name}` })),
          ...gone.map((name) => ({ file: file.path, line: 1, what: `no longer keeps ${name}: take it off the list` })),
        ];
      }),
};

/** Every rule, in the order in which ARCHITECTURE.md tells them. */
export const rules = {
  contractIsPure,
  contractActsOnNothing,
  protocolsStandAlone,
  protocolsKnowNoCompany,
  engineIsPure,
  engineActsOnNothing,
  sqlInStores,
  tenantFirst,
  tablesAreWrittenAtHome,
  historyHasOneDoor,
  legacyNamesAtTheEdge,
  environmentInConfig,
  clockOnly,
  platformHasNoDomainWord,
  platformKnowsNoDomain,
  memoryIsListed,
  simulatorIsAStranger,
  demoStandsAlone,
  domainsMeetAtTheirIndex,
  webKnowsTheContractOnly,
  webDomainsDoNotKnowTheApp,
  journeysSeeTheProductFromOutside,
  noCycles,
} satisfies Record<string, Rule>;

/** What a broken rule prints. */
export function explain(rule: Rule, violations: readonly Violation[]): string {
  if (violations.length === 0) return '';
  const places = violations.map(({ file, line, what }) => `  ${file}:${line} ${what}`);
  return [`Rule: ${rule.name}.`, `Because ${rule.because}.`, `Instead: ${rule.instead}.`, ...places].join('\n');
}
