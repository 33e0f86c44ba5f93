import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import { aCompany, aMember, aProject } from '../testing/factories.ts';

let app: TestApplication;
let ask: AskAs;
let projectId: number;
let owner: number;
let viewer: number;
let stranger: number;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: 'Store' });
      owner = await aMember(db, companyId, projectId, { permissions: ['monitorView', 'projectConfig'] });
      viewer = await aMember(db, companyId, projectId, { permissions: ['monitorView'] });
      const other = await aCompany(db);
      stranger = await aMember(db, other, await aProject(db, other), {
        permissions: ['monitorView', 'projectConfig'],
      });
    },
  });
  ask = askAs(() => app);
});
afterAll(() => app.stop());

const layout = { Order: ['plan', 'alarms'] as ('plan' | 'alarms')[], Hidden: ['weather'] as 'weather'[] };
const save = (userId: number, Layout: typeof layout | null) =>
  ask(userId, 'saveDashboardDefault', { body: { ProjectId: projectId, Layout } });
const shown = async (userId: number) =>
  (await ask(userId, 'getDashboardDefault', { query: { projectId } })).data.Layout;

test('who sets up the project arranges its dashboard for everybody, and takes that back', async () => {
  expect(await shown(viewer)).toBeNull();
  expect((await save(owner, layout)).status).toBe(200);
  expect(await shown(viewer)).toEqual(layout);
  expect((await save(owner, { ...layout, Hidden: [] })).status).toBe(200);
  expect(await shown(viewer)).toEqual({ ...layout, Hidden: [] });
  expect((await save(owner, null)).status).toBe(200);
  expect(await shown(viewer)).toBeNull();
});

test('a viewer arranges it for nobody else, a stranger neither sees nor changes it', async () => {
  await save(owner, layout);
  expect((await save(viewer, null)).status).toBe(403);
  expect((await save(stranger, null)).status).toBe(403);
  expect((await ask(stranger, 'getDashboardDefault', { query: { projectId } })).status).toBe(403);
  expect(await shown(owner)).toEqual(layout);
});

test('a part that there is not, or one that stands there twice, is refused at its field', async () => {
  const twice = await save(owner, { Order: ['plan', 'plan'], Hidden: [] });
  expect([twice.status, JSON.stringify(twice.data)]).toEqual([400, expect.stringContaining('Layout')]);
  const unknown = await save(owner, { Order: ['map'], Hidden: [] } as never);
  expect(unknown.status).toBe(400);
});
