import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { explain, type Rule, rules } from './architecture/rules.ts';
import { parseSource, readSources } from './architecture/sourceFile.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = readSources(root);

test('there is code to judge', () => {
  expect(sources.length).toBeGreaterThan(100);
});

test('what merges and editors leave over is no part of the product', () => {
  const folders = '{packages,e2e,tools,docs}/**/*.{orig,rej,bak}';
  expect(globSync(folders, { cwd: root, exclude: ['**/node_modules', '**/node_modules/**'] })).toEqual([]);
});

describe('the product keeps the rule', () => {
  test.each(Object.values<Rule>(rules))('$name', (rule) => {
    expect(explain(rule, rule.check(sources))).toBe('');
  });
});

/** For each rule a few files that break it and the places it must find, and files like them that keep it. */
const examples: Record<keyof typeof rules, { broken: Record<string, string>; kept: Record<string, string> }> = {
  contractIsPure: {
    broken: { 'packages/contract/src/a.ts': "import fs from 'node:fs';" },
    kept: { 'packages/contract/src/a.ts': "import { z } from 'zod'; import './b.ts';" },
  },
  contractActsOnNothing: {
    broken: { 'packages/contract/src/a.ts': 'export const at = () => fetch(String(Math.random()));' },
    kept: { 'packages/contract/src/a.ts': 'export const at = (ms: number) => new Date(ms); // fetch()' },
  },
  protocolsStandAlone: {
    broken: { 'packages/protocols/src/a.ts': "import type { X } from '@watchpost/contract';" },
    kept: { 'packages/protocols/src/a.ts': "import net from 'node:net'; import mqtt from 'mqtt';" },
  },
  protocolsKnowNoCompany: {
    broken: { 'packages/protocols/src/a.ts': 'export const f = (companyId: number) => companyId;' },
    kept: { 'packages/protocols/src/a.ts': 'export const f = (slaveAddress: number) => slaveAddress; // company' },
  },
  engineIsPure: {
    broken: { 'packages/server/src/alarms/engine/a.ts': "import type { Db } from '../../platform/db/database.ts';" },
    kept: {
      'packages/server/src/alarms/engine/a.ts': "import type { L } from '@watchpost/contract'; import './b.ts';",
    },
  },
  engineActsOnNothing: {
    broken: { 'packages/server/src/alarms/engine/a.ts': 'export const f = () => setTimeout(() => {}, 1);' },
    kept: { 'packages/server/src/alarms/engine/a.ts': 'export const f = (now: number) => now + 1;' },
  },
  sqlInStores: {
    broken: {
      'packages/server/src/repair/handlers.ts': 'export const f = (db) => db.query("SELECT id FROM repair_order");',
      'packages/server/src/repair/page.ts': "export const f = (db) => db.selectFrom('repair_order');",
      'packages/server/src/repair/close.ts': 'export const f = (id) => sql`UPDATE repair_order SET n = 1`;',
    },
    kept: {
      'packages/server/src/repair/store.ts':
        'export const f = (tenant, db) => db.query("SELECT id FROM repair_order");',
      'packages/server/src/repair/rejectOrder.ts': 'export const f = (db) => db.query("BEGIN"); // SELECT a FROM b',
    },
  },
  historyHasOneDoor: {
    broken: {
      'packages/server/src/points/store.ts':
        'export const f = (tenant, db) => db.query(`SELECT EXISTS (SELECT 1 FROM point_latest l) AS has`);',
      'packages/server/src/demo/store.ts': "export const f = (tenant, db) => db.insertInto('history_day').values({});",
    },
    kept: {
      'packages/server/src/history/store.ts': "export const f = (db) => db.query('DELETE FROM history_day');",
    },
  },
  tablesAreWrittenAtHome: {
    broken: {
      'packages/server/src/repair/store.ts': "export const f = (tenant, db) => db.updateTable('app_user').set({});",
      'packages/server/src/repair/order.store.ts': 'export const f = (tenant, db) => sql`DELETE FROM membership`;',
      'packages/server/src/repair/part.store.ts':
        'export const f = (tenant) => sql`INSERT INTO repair_part (id) SELECT 1`;',
    },
    kept: {
      'packages/server/src/account/store.ts': "export const f = (tenant, db) => db.updateTable('app_user').set({});",
      'packages/server/src/repair/store.ts':
        'export const f = (tenant) => sql`SELECT id FROM app_user FOR UPDATE OF app_user`;',
    },
  },
  tenantFirst: {
    broken: {
      'packages/server/src/repair/store.ts': 'export async function f(db: Db, tenant: Tenant) {}',
      'packages/server/src/repair/list.store.ts': 'export const f = (db: Db) => db;',
    },
    kept: {
      'packages/server/src/repair/store.ts':
        'export const f = (_system: S, db: Db) => db; export function g(tenant: T) {}',
    },
  },
  legacyNamesAtTheEdge: {
    broken: {
      'packages/contract/src/alarms/calls.ts': 'export const Row = z.object({ MName: z.string() });',
      'packages/server/src/alarms/store.ts': 'export const f = (tenant, row) => row.MName;',
      'packages/server/src/alarms/rank.ts': 'export const f = () => ({ MName: 1 });',
    },
    kept: {
      'packages/contract/src/alarms/calls.ts': 'export const Row = z.object({ MName: z.string() });',
      'packages/server/src/alarms/present.ts': 'export const f = (row) => ({ MName: row.name });',
      'packages/server/src/alarms/store.ts': 'export const f = (tenant, row) => row.name; // MName',
    },
  },
  environmentInConfig: {
    broken: { 'packages/server/src/repair/mail.ts': 'export const host = process.env.MAIL_HOST;' },
    kept: { 'packages/server/src/config.ts': 'export const host = process.env.MAIL_HOST;' },
  },
  clockOnly: {
    broken: {
      'packages/server/src/repair/a.ts': 'export const f = () => Date.now();',
      'packages/demo/src/a.ts': 'export const f = () => new Date();',
    },
    kept: {
      'packages/server/src/platform/clock.ts': 'export const f = () => Date.now();',
      'packages/server/src/repair/a.ts': 'export const f = (now: number) => new Date(now);',
    },
  },
  platformHasNoDomainWord: {
    broken: {
      'packages/server/src/platform/a.ts': 'export const alarmQueue = 1;',
      'packages/server/src/platform/gatewayList.ts': 'export const a = 1;',
    },
    kept: { 'packages/server/src/platform/a.ts': 'export const queue = 1; // for alarms' },
  },
  platformKnowsNoDomain: {
    broken: { 'packages/server/src/platform/http/a.ts': "import { x } from '../../repair/index.ts';" },
    kept: { 'packages/server/src/platform/http/a.ts': "import { x } from '../clock.ts'; import f from 'fastify';" },
  },
  memoryIsListed: {
    broken: {
      'packages/server/src/repair/seen.ts': 'const seen = new Map<string, number>();',
      'packages/server/src/repair/count.ts': 'let count = 0;',
      'packages/server/src/repair/Orders.ts': 'export class Orders { readonly #open = new Set<number>(); }',
      'packages/server/src/repair/createOrders.ts':
        'export function createOrders() { const open = new Map(); return open; }',
      'packages/server/src/repair/openOrders.ts':
        'export function openOrders() { let last: number | null = null; return () => last; }',
      'packages/server/src/repair/loadOrders.ts':
        'export function loadOrders() { const waiting: string[] = []; return waiting; }',
      'packages/server/src/repair/Count.ts': 'export class Count { #orders = 0; }',
      'packages/server/src/repair/keepOrders.ts':
        'export function keepOrders() { let waiting = new Map(); return waiting; }',
      'packages/server/src/projects/expiry.ts': 'export const days = 1;',
    },
    kept: {
      'packages/server/src/repair/handlers.ts':
        'export const f = () => { const seen = new Map(); let n = 0; return seen; };',
      'packages/server/src/repair/words.ts': "const words = new Map([['a', 1]]); const none = new Set(['b']);",
      'packages/server/src/repair/createOrders.ts':
        'export function createOrders() { return () => { const open = new Map(); return open; }; }',
      'packages/server/src/projects/expiry.ts': 'const days = new Map();',
      'packages/web/src/repair/count.ts': 'let count = 0;',
    },
  },
  simulatorIsAStranger: {
    broken: { 'packages/simulator/src/a.ts': "import { x } from '../../server/src/config.ts';" },
    kept: { 'packages/simulator/src/a.ts': "import '@watchpost/protocols'; import '@watchpost/demo'; import 'mqtt';" },
  },
  demoStandsAlone: {
    broken: { 'packages/demo/src/a.ts': "import '@watchpost/contract';" },
    kept: { 'packages/demo/src/a.ts': "import './b.ts';" },
  },
  domainsMeetAtTheirIndex: {
    broken: {
      'packages/server/src/repair/a.ts': "import { x } from '../alarms/store.ts';",
      'packages/server/src/repair/b.ts': "import { x } from '../handlers.ts';",
      'packages/server/src/repair/c.ts': "import { x } from '@watchpost/protocols';",
      'packages/server/src/repair/d.ts': "import { x } from '@watchpost/demo';",
    },
    kept: {
      'packages/server/src/repair/a.ts':
        "import { x } from '../alarms/index.ts'; import type { H } from '../handlers.ts'; import '../platform/clock.ts';",
      'packages/server/src/ingest/a.ts': "import { x } from '@watchpost/protocols';",
      'packages/server/src/realtime/a.ts': "import { x } from '@watchpost/protocols';",
    },
  },
  webKnowsTheContractOnly: {
    broken: { 'packages/web/src/lib/a.ts': "import '@watchpost/demo';" },
    kept: { 'packages/web/src/lib/a.ts': "import '@watchpost/contract'; import 'react';" },
  },
  webDomainsDoNotKnowTheApp: {
    broken: {
      'packages/web/src/repair/a.tsx': "import { x } from '../app/session.ts';",
      'packages/web/src/repair/b.tsx': "import { x } from '../alarms/AlarmTable.tsx';",
      'packages/web/src/ui/c.tsx': "import { x } from '../repair/index.ts';",
    },
    kept: {
      'packages/web/src/repair/a.tsx': "import { x } from '../alarms/index.ts'; import '../ui/Card.tsx';",
      'packages/web/src/app/b.tsx': "import { x } from '../repair/routes.tsx';",
    },
  },
  journeysSeeTheProductFromOutside: {
    broken: { 'e2e/a.journey.ts': "import { x } from '../packages/server/src/config.ts';" },
    kept: { 'e2e/a.journey.ts': "import '@watchpost/simulator'; import '@playwright/test';" },
  },
  noCycles: {
    broken: {
      'packages/server/src/a.ts': "import { b } from './b.ts';",
      'packages/server/src/b.ts': "export { a } from './a.ts';",
      'packages/server/src/repair/index.ts': "import type { D } from '../stock/index.ts';",
      'packages/server/src/stock/index.ts': "import type { C } from '../repair/index.ts';",
    },
    kept: {
      'packages/server/src/a.ts': "import { b } from './b.ts';",
      'packages/server/src/b.ts': "import type { A } from './a.ts'; import { type C } from './a.ts';",
      'packages/server/src/repair/c.ts': "import type { D } from './d.ts';",
      'packages/server/src/repair/d.ts': "import type { C } from './c.ts';",
    },
  },
};

const parse = (files: Record<string, string>) => Object.entries(files).map(([path, text]) => parseSource(path, text));

describe('the rule can fail, and does not fail for nothing', () => {
  test.each(Object.entries(examples))('%s', (key, { broken, kept }) => {
    const rule: Rule = rules[key as keyof typeof rules];
    const found = new Set(rule.check(parse(broken)).map(({ file }) => file));
    // A file of the contract stands in some examples only to give the wire its names; a cycle is told where it closes.
    const expected = Object.keys(broken).filter(
      (file) => rule !== rules.legacyNamesAtTheEdge || !file.includes('/contract/'),
    );
    if (rule === rules.noCycles) expect(found.size).toBe(2);
    else expect([...found].sort()).toEqual(expected.sort());
    expect(explain(rule, rule.check(parse(kept)))).toBe('');
  });
});
