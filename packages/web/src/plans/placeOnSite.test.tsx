import type { DeviceRow, Plan, PlanItem } from '@watchpost/contract';
import { planErrors } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { testDevice, testPoint } from '../devices/testDevice.ts';
import { Refusal } from '../testing/fakeApi.ts';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { act, click, type, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import { PlanCreatePage } from './PlanCreatePage.tsx';

pagesInEnglish();

const device = (Mtid: number, MName: string) =>
  testDevice({ Mtid, MName, MainPointId: Mtid * 10, Points: [testPoint({ PointId: Mtid * 10, Time: Date.now() })] });
const row = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('.on-site-device')].find((each) =>
    each.textContent?.includes(name),
  )!;

async function standing(
  getTableListRead: (asked: { ModelTreeName?: string; ModelTreeIdList?: number[] }) => {
    Data: DeviceRow[];
    TotalCount: number;
  } = () => ({ Data: [device(3, 'Freezer'), device(4, 'Dock')], TotalCount: 2 }),
) {
  let plan: Plan = {
    PlanId: 7,
    PlanName: 'Ground floor',
    ProjectId: 1,
    LocationId: 1,
    LocationName: 'Cold Store 1',
    DeviceCount: 1,
    UpdateEpoch: 0,
    BaseMapUrl: '/api/Upload/File/base',
    MetresWide: 40,
    Revision: 3,
    ItemList: [{ Mtid: 3, PointId: 30, X: 0.5, Y: 0.5 }],
    AirPointList: [],
    ZoneList: [],
  };
  const api = await showPage(<PlanCreatePage />, {
    held: ['monitorView', 'planEdit'],
    at: '/monitor/planCreate?planId=7&onSite=1',
    answers: {
      getPlan: () => plan,
      getTableListRead: ({ body }) => getTableListRead(body as never),
      savePlanContent: ({ body }) => {
        const { Revision, ItemList } = body as unknown as { Revision: number; ItemList: PlanItem[] };
        if (Revision !== plan.Revision) return new Refusal(409, planErrors.changedMeanwhile.en);
        plan = { ...plan, Revision: Revision + 1, ItemList };
        return { Revision: plan.Revision };
      },
    },
  });
  const image = await until(() => document.querySelector('img[hidden]'));
  await act(async () => image.dispatchEvent(new Event('load')));
  await until(() => row('Dock'));
  return {
    ...api,
    plan: () => plan,
    colleagueSaves: () => {
      plan = { ...plan, Revision: plan.Revision + 1 };
    },
  };
}

const tapPlan = () =>
  act(async () => {
    const svg = document.querySelector('svg[role=group]')!;
    for (const kind of ['pointerdown', 'pointerup'])
      svg.dispatchEvent(new PointerEvent(kind, { bubbles: true, button: 0, pointerId: 1, clientX: 200, clientY: 125 }));
  });

it('puts the device that is chosen where the plan was tapped, saves it at once, and takes it back', async () => {
  const { plan } = await standing();
  // What is not placed comes first, and nothing is chosen before somebody says where.
  expect([...document.querySelectorAll('.on-site-device strong')].map(({ textContent }) => textContent)).toEqual([
    'Dock',
    'Freezer',
  ]);
  expect(row('Dock').disabled).toBe(true);
  await tapPlan();
  await until(() => said().includes('Which device is here?'));
  await click(row('Dock'));
  await until(() => plan().Revision === 4);
  const [, dock] = plan().ItemList;
  expect(dock).toMatchObject({ Mtid: 4, PointId: null });
  expect(dock!.X).toBeCloseTo(0.2);
  await until(() => row('Dock').textContent?.includes('move here'));
  await click([...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Take back Dock')!);
  await until(() => plan().Revision === 5);
  expect(plan().ItemList.map(({ Mtid }) => Mtid)).toEqual([3]);
});

it('moves a device that stands elsewhere, with the point that it shows', async () => {
  const { plan } = await standing();
  await tapPlan();
  await click(row('Freezer'));
  await until(() => plan().Revision === 4);
  expect(plan().ItemList).toHaveLength(1);
  expect(plan().ItemList[0]).toMatchObject({ Mtid: 3, PointId: 30 });
  expect(plan().ItemList[0]!.X).toBeCloseTo(0.2);
});

it('goes on upon what a colleague saved meanwhile: the place stays tapped', async () => {
  const { plan, colleagueSaves } = await standing();
  await tapPlan();
  colleagueSaves();
  await click(row('Dock'));
  await until(() => said().includes('Somebody else changed the floor plan'));
  await until(() => !row('Dock').disabled);
  await click(row('Dock'));
  await until(() => plan().Revision === 5);
  expect(plan().ItemList.map(({ Mtid }) => Mtid)).toEqual([3, 4]);
});

it('keeps the markers while a name is looked for among more devices than one answer holds, and counts all of them', async () => {
  const [freezer, dock, cellar] = [device(3, 'Freezer'), device(4, 'Dock'), device(5, 'Cellar')];
  await standing(({ ModelTreeName, ModelTreeIdList }) =>
    ModelTreeIdList
      ? { Data: [freezer], TotalCount: 1 }
      : ModelTreeName
        ? { Data: [cellar].filter(({ MName }) => MName === ModelTreeName), TotalCount: 1 }
        : { Data: [freezer, dock], TotalCount: 3 },
  );
  const marker = () => document.querySelector('.on-site-drawing .plan-marker');
  await until(marker);
  await until(() => said().includes('Not placed (2)'));
  await type(document.querySelector<HTMLInputElement>('.on-site-list input')!, 'Cellar');
  await until(() => row('Cellar'));
  expect(marker()).not.toBeNull();
  expect(said()).toContain('Not placed (2)');
});

it('does not call all devices placed because those that were looked for are', async () => {
  await standing();
  await type(document.querySelector<HTMLInputElement>('.on-site-list input')!, 'Freezer');
  await until(() => !row('Dock'));
  expect(said()).toContain('Not placed (1)');
});
