import { type CallName, permissions } from '@watchpost/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { switchLanguage } from '../lib/language.ts';
import { type FakeCalls, fakeApi, Refusal } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import {
  pageOfRows,
  testDeletedRow,
  testNode,
  testProjectDetail,
  testProjectRow,
  testWhatGoes,
  usualAnswers,
} from '../testing/places.ts';
import { act, byRole, click, render, type, until } from '../testing/render.tsx';
import { testSession } from '../testing/session.ts';
import { ProjectsPage } from './ProjectsPage.tsx';

pagesInEnglish();

// The map is drawn elsewhere; a form must work without it.
vi.mock('../ui/map/PlaceMap.tsx', () => ({ PlaceMap: () => null }));

const editor = [permissions.projectsView.id, permissions.projectsEdit.id];

const show = async (answers: FakeCalls, at = '/projectManage', held: readonly number[] = editor, projects?: []) => {
  const api = fakeApi({ ...usualAnswers(), ...answers });
  await render(
    <InTestShell at={at} session={testSession({ held, ...(projects ? { projects, project: null } : {}) })}>
      <ProjectsPage />
    </InTestShell>,
  );
  return {
    ...api,
    /** What the last call of this name brought. */
    asked: (name: CallName) => api.requests[api.received.lastIndexOf(name)],
  };
};
const said = () => document.body.textContent ?? '';
const button = (name: string) => byRole(document, 'button', name);
const dialog = () => document.querySelector<HTMLElement>('[role=dialog]') ?? document.body;
/** Opens the menu of a row and clicks in it. */
const choose = async (row: string, action: string) => {
  await click(await until(() => button(`More actions: ${row}`)));
  const item = await until(() =>
    [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find((each) => each.textContent === action),
  );
  await click(item);
};
const address = () => document.querySelector('[data-testid=address]')?.textContent ?? '';

afterEach(() => {
  vi.restoreAllMocks();
});

it('lists the projects of the company with their state, and says which cannot be entered', async () => {
  const { asked } = await show({
    getProjectPage: () =>
      pageOfRows(
        testProjectRow(1, { State: 'disabled', Path: ['East', 'Hangzhou'], TagList: ['VIP'] }),
        testProjectRow(2, {
          State: 'expired',
          Expired: true,
          ServiceStart: '2025-01-01',
          ServiceEnd: '2026-01-31',
          MayOpen: false,
        }),
      ),
  });
  await until(() => said().includes('Store 2'));
  expect(said()).toContain('Disabled');
  expect(said()).toContain('Expired');
  expect(said()).toContain('East / Hangzhou');
  expect(said()).toContain('2025-01-01 – 2026-01-31');
  expect(asked('getProjectPage')?.body).toMatchObject({ CompanyId: 1, SortType: 'name', IsAsc: true, PageIndex: 1 });
  await click(button('More actions: Store 2'));
  await until(() => said().includes('You are not a member of it'));
});

it('who may only look is offered nothing that changes anything', async () => {
  await show({ getProjectPage: () => pageOfRows(testProjectRow()) }, '/projectManage', [permissions.projectsView.id]);
  await until(() => said().includes('Store 1'));
  expect(() => button('Add project')).toThrow();
  expect(() => button('Edit: Store 1')).toThrow();
  expect(document.querySelector('input[type=checkbox]')).toBeNull();
});

it('exports what is filtered, not what is on the page', async () => {
  const { asked } = await show(
    { getProjectPage: () => pageOfRows(testProjectRow()), requestExport: () => ({ DownloadId: 3 }) },
    '/projectManage?industry=2&page=1',
  );
  await click(await until(() => button('Export')));
  await until(() => asked('requestExport'));
  expect(asked('requestExport')?.body).toEqual({
    Kind: 'projects',
    Input: { body: { CompanyId: 1, Industry: [2], SortType: 'name', IsAsc: true } },
  });
});

it('exports the deleted list by the same way', async () => {
  const { asked } = await show(
    { getSubareaDelPage: () => pageOfRows(testDeletedRow()), requestExport: () => ({ DownloadId: 4 }) },
    '/projectManage?tab=deleted&q=har',
  );
  await click(await until(() => button('Export')));
  await until(() => asked('requestExport'));
  expect(asked('requestExport')?.body).toMatchObject({
    Kind: 'deletedProjects',
    Input: { body: { SubareaName: 'har' } },
  });
});

it('a new project needs a name; the company gives what is left empty', async () => {
  const { received, asked } = await show({
    getProjectPage: () => pageOfRows(testProjectRow()),
    addProject: () => ({ ProjectId: 9 }),
  });
  await click(await until(() => button('Add project')));
  await until(() => said().includes('English name'));
  await click(byRole(dialog(), 'button', 'Save'));
  await until(() => dialog().textContent?.includes('Required'));
  expect(received).not.toContain('addProject');
  await type(byRole(dialog(), 'textbox', 'Name'), 'Harbour store');
  await click(byRole(dialog(), 'button', 'Save'));
  await until(() => said().includes('Harbour store added'));
  expect(asked('addProject')?.body).toMatchObject({ CompanyId: 1, ProjectName: 'Harbour store', parentId: null });
  expect(asked('addProject')?.body).not.toHaveProperty('Industry');
  // The list is asked for again.
  expect(received.lastIndexOf('getProjectPage')).toBeGreaterThan(received.indexOf('addProject'));
});

it('the first project of a company chooses its subsystems, too', async () => {
  const { asked } = await show({ getProjectPage: () => pageOfRows() }, '/projectManage', editor, []);
  await click(await until(() => byRole(document, 'button', 'Add project')));
  await until(() => said().includes('Subsystems'));
  expect(asked('getProjectModelList')?.query).toEqual({ companyId: '1' });
});

it('says why a project was not added, and keeps what was typed', async () => {
  await show({
    getProjectPage: () => pageOfRows(testProjectRow()),
    addProject: () => new Refusal(409, 'The company already has a project named “Store 1”.'),
  });
  await click(await until(() => button('Add project')));
  await type(await until(() => byRole(dialog(), 'textbox', 'Name')), 'Store 1');
  await click(byRole(dialog(), 'button', 'Save'));
  await until(() => dialog().textContent?.includes('already has a project named'));
  expect((byRole(dialog(), 'textbox', 'Name') as HTMLInputElement).value).toBe('Store 1');
});

it('half a position is refused beside the field', async () => {
  const { received } = await show({
    getProjectPage: () => pageOfRows(testProjectRow()),
    addProject: () => ({ ProjectId: 9 }),
  });
  await click(await until(() => button('Add project')));
  // Also while something else is wrong: the name is missing.
  await type(await until(() => byRole(dialog(), 'textbox', 'Latitude')), '30.5');
  await click(byRole(dialog(), 'button', 'Save'));
  await until(() => dialog().textContent?.includes('Give both latitude and longitude, or neither'));
  expect(received).not.toContain('addProject');
});

it('a position that is none is said beside its field, and never made right silently', async () => {
  const { received } = await show({ getProjectPage: () => pageOfRows(testProjectRow()) });
  await click(await until(() => button('Add project')));
  const field = (name: string) => byRole(dialog(), 'textbox', name) as HTMLInputElement;
  await until(() => field('Latitude'));
  await type(field('Name'), 'Harbour');
  await type(field('Latitude'), '95');
  await type(field('Longitude'), 'abc');
  await click(byRole(dialog(), 'button', 'Save'));
  const errors = () => [...dialog().querySelectorAll('.ant-form-item-explain-error')].map((each) => each.textContent);
  await until(() => errors().length === 2);
  expect(errors()).toEqual(['A latitude lies between -90 and 90', 'A longitude lies between -180 and 180']);
  expect([field('Latitude').value, field('Longitude').value]).toEqual(['95', 'abc']);
  expect(received).not.toContain('addProject');
});

it('of a project, shown as it was entered in both languages, only what was changed is sent', async () => {
  const detail = testProjectDetail(1, {
    ProjectName: '一号店',
    ProjectNameEn: 'Store 1',
    Latitude: 30.2,
    Longitude: 120.1,
    Cover: '/api/Upload/File/x',
    parentId: 3,
  });
  const { asked } = await show({
    ...usualAnswers([testNode(3, 'East')]),
    getProjectPage: () => pageOfRows(testProjectRow()),
    getProject: () => detail,
    editProject: () => null,
  });
  await click(await until(() => button('Edit: Store 1')));
  await until(() => (byRole(dialog(), 'textbox', 'Name') as HTMLInputElement).value === '一号店');
  await type(byRole(dialog(), 'textbox', 'Address'), 'Harbour Road 5');
  await click(byRole(dialog(), 'button', 'Save'));
  // What two people change of one project at a time, both stays; and the address of an unchanged picture may have run out.
  await until(() => asked('editProject'));
  expect(asked('editProject')?.body).toEqual({ SubareaId: 1, Address: 'Harbour Road 5' });
});

it('before something is deleted it says what goes along, and deletes only then', async () => {
  const { received, asked } = await show({
    getProjectPage: () => pageOfRows(testProjectRow(4)),
    getWhatGoesWith: () => testWhatGoes({ Projects: 1, Gateways: 2, Devices: 13, Alarms: 1, Members: 4 }),
    deleteProject: () => testWhatGoes(),
  });
  await choose('Store 4', 'Delete');
  await until(() => said().includes('2 gateways · 13 devices · 1 open alarm · 4 members'));
  expect(said()).toContain('Delete Store 4?');
  expect(received).not.toContain('deleteProject');
  await click(byRole(dialog(), 'button', 'Delete'));
  await until(() => said().includes('Store 4 deleted'));
  expect(asked('deleteProject')?.query).toMatchObject({ companyId: '1', projectIdList: '4' });
});

it('disabling says what it means first; enabling happens at once', async () => {
  const { received, asked } = await show({
    getProjectPage: () => pageOfRows(testProjectRow(1), testProjectRow(2, { State: 'disabled' })),
    disableProject: () => null,
  });
  await choose('Store 1', 'Disable');
  await until(() => said().includes('without live data and without notifications'));
  expect(received).not.toContain('disableProject');
  await click([...document.querySelectorAll<HTMLElement>('.ant-modal-confirm-btns button')].at(-1)!);
  await until(() => received.includes('disableProject'));
  expect(asked('disableProject')?.query).toMatchObject({ subareaId: '1', disable: 'true' });
  await choose('Store 2', 'Enable');
  await until(() => asked('disableProject')?.query.disable === 'false');
});

it('a project is handed over only to companies where the user manages projects, too', async () => {
  const { asked } = await show({
    getProjectPage: () => pageOfRows(testProjectRow(4)),
    getAccessCompany: () => [],
  });
  await choose('Store 4', 'Hand over to another company');
  await until(() => said().includes('No company to hand over to'));
  expect(asked('getAccessCompany')?.body).toEqual({ CompanyId: 1 });
});

it('settings of several projects change only where ticked', async () => {
  const { asked } = await show({
    getProjectPage: () => pageOfRows(testProjectRow(1), testProjectRow(2)),
    batchSetProject: () => ({ Changed: 2 }),
  });
  const boxes = await until(() => {
    const all = [...document.querySelectorAll<HTMLElement>('tbody input[type=checkbox]')];
    return all.length === 2 ? all : null;
  });
  for (const box of boxes) await click(box);
  await click(await until(() => button('Change settings')));
  await until(() => said().includes('Only what is ticked changes'));
  const tick = [...dialog().querySelectorAll<HTMLElement>('label')].find(
    (each) => each.textContent === 'Service ends',
  )!;
  await click(tick.querySelector('input')!);
  await click(byRole(dialog(), 'button', 'Apply'));
  await until(() => said().includes('2 projects changed'));
  expect(asked('batchSetProject')?.body).toEqual({ CompanyId: 1, ProjectIdList: [1, 2], ServiceEnd: null });
});

it('a deleted project comes back; when its name was taken, under another one', async () => {
  let taken = true;
  const { asked } = await show(
    {
      getSubareaDelPage: () => pageOfRows(testDeletedRow(7)),
      recoverProject: () => (taken ? new Refusal(409, 'The company already has a project named “Store 7”.') : null),
    },
    '/projectManage?tab=deleted',
  );
  await click(await until(() => button('Restore: Store 7')));
  await until(() => dialog().textContent?.includes('already has a project named “Store 7”'));
  taken = false;
  await type(byRole(dialog(), 'textbox', 'Name'), 'Store 7 new');
  await click(byRole(dialog(), 'button', 'Restore'));
  await until(() => said().includes('1 project restored'));
  expect(asked('recoverProject')?.body).toEqual({ CompanyId: 1, ProjectIdList: [7], ProjectName: 'Store 7 new' });
});

it('another tab begins without the filters of the one before', async () => {
  await show(
    { getProjectPage: () => pageOfRows(testProjectRow()), getSubareaDelPage: () => pageOfRows() },
    '/projectManage?q=store',
  );
  await click(byRole(document, 'tab', 'Deleted'));
  expect(address()).toBe('?tab=deleted');
  await until(() => said().includes('No deleted projects'));
});

const tree = [
  testNode(1, 'East', 'partition', [testNode(2, 'Hangzhou'), testNode(3, 'Xixi store', 'project')]),
  testNode(4, 'Museum', 'project'),
];

it('a partition is added where one stands, with a name of at most 20 characters', async () => {
  const { received, asked } = await show(
    { ...usualAnswers(tree), addSubarea: () => ({ SubareaId: 9 }) },
    '/projectManage?tab=structure&place=1',
  );
  await until(() => said().includes('1 partition, 1 project'));
  await click(byRole(document.querySelector('.structure-content')!, 'button', 'Add partition'));
  await until(() => said().includes('Add a partition to East'));
  await click(byRole(dialog(), 'button', 'Save'));
  await until(() => dialog().textContent?.includes('Required'));
  expect(received).not.toContain('addSubarea');
  await type(byRole(dialog(), 'textbox', 'Name'), 'Ningbo');
  await click(byRole(dialog(), 'button', 'Save'));
  await until(() => said().includes('Saved'));
  expect(asked('addSubarea')?.body).toMatchObject({ parentId: 1, SubareaName: 'Ningbo' });
});

it('a partition that holds projects is not deleted, in the server’s words', async () => {
  await show(
    {
      ...usualAnswers(tree),
      getWhatGoesWith: () => testWhatGoes({ Partitions: 1, Projects: 1 }),
      deleteSubarea: () => new Refusal(409, 'The partition “East” still holds 1 projects. Move or delete them first.'),
    },
    '/projectManage?tab=structure&place=1',
  );
  await click(await until(() => byRole(document.querySelector('.structure-content')!, 'button', 'Delete')));
  await until(() => said().includes('1 partition · 1 project'));
  await click(byRole(dialog(), 'button', 'Delete'));
  await until(() => said().includes('still holds 1 projects'));
});

it('a search leaves what matches with the way to it', async () => {
  await show(usualAnswers(tree), '/projectManage?tab=structure');
  await type(await until(() => byRole(document, 'textbox', 'Search partitions and projects')), 'xixi');
  await until(() => !said().includes('Museum'));
  expect(said()).toContain('East');
  expect(said()).toContain('Xixi store');
});

const area = (SubareaId: number, more: object = {}) => ({
  SubareaId,
  SubareaName: `Area ${SubareaId}`,
  SubareaNameEn: null,
  parentId: 4,
  Kind: 'area' as const,
  ProjectCount: 0,
  AreaCount: 0,
  DeviceCount: 0,
  CreateTime: '2026-01-01 08:00:00',
  ...more,
});

it('the areas of a project stand below it in the tree, and one is added within another', async () => {
  const areas = [testNode(10, 'Hall', 'area', [testNode(11, 'Row 1', 'area')])];
  const { asked } = await show(
    {
      ...usualAnswers(tree),
      getAllSubareaTree: ({ query }) => (query.projectId === undefined ? tree : areas),
      getSubareaPage: ({ query }) =>
        Number(query.parentId) === 4
          ? pageOfRows(area(10, { SubareaName: 'Hall', AreaCount: 1 }))
          : pageOfRows(area(11, { SubareaName: 'Row 1', parentId: 10 })),
      addSubarea: () => ({ SubareaId: 12 }),
      getWhatGoesWith: () => testWhatGoes({ Areas: 2, Devices: 3 }),
    },
    '/projectManage?tab=structure&place=10&within=4',
  );
  await until(() => said().includes('Museum / Hall') || said().includes('/ Museum'));
  await until(() =>
    [...document.querySelectorAll('.structure-node')].some((node) => node.textContent?.includes('Row 1')),
  );
  await click(await until(() => button('Add area')));
  await until(() => said().includes('Add an area to Hall'));
  await type(await until(() => byRole(dialog(), 'textbox', 'Name')), 'Row 2');
  await click(byRole(dialog(), 'button', 'Save'));
  await until(() => asked('addSubarea'));
  expect(asked('addSubarea')?.body).toMatchObject({ parentId: 10, SubareaName: 'Row 2' });
  await until(() => document.querySelector('[role=dialog]') === null || !said().includes('Add an area to Hall'));
  await click(byRole(document.querySelector('.structure-head')!, 'button', 'Delete'));
  await until(() => said().includes('2 areas · 3 devices'));
});

it('the areas of a project are ordered by hand', async () => {
  const { asked } = await show(
    {
      ...usualAnswers(tree),
      getSubareaPage: () => pageOfRows(area(10), area(11), area(12)),
      editSubarea: () => null,
    },
    '/projectManage?tab=structure&place=4',
  );
  await choose('Area 10', 'Move down');
  await until(() => asked('editSubarea'));
  expect(asked('editSubarea')?.body).toEqual({ SubareaId: 10, BeforeId: 12 });
});

it('speaks Chinese', async () => {
  switchLanguage('zh');
  await show({ getProjectPage: () => pageOfRows(testProjectRow(1, { State: 'disabled' })) });
  await until(() => said().includes('已停用'));
  expect(said()).toContain('新增项目');
  await act(async () => {});
});
