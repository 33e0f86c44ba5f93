import type { MaintenanceOrderDetail, SheetReading, TemplateItem } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { Refusal } from '../testing/fakeApi.ts';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import { OrderDialog } from './OrderDialog.tsx';

pagesInEnglish();

const item: TemplateItem = {
  ...{ Name: 'Clean the drain', Content: 'yesNo', Required: true, Unit: '', Low: null, High: null },
  ...{ Reference: '', OptionList: [], LineList: [] },
};
const order: MaintenanceOrderDetail = {
  ...{
    OrderId: 4,
    ContractId: 1,
    ContractName: 'Cold rooms',
    ProjectId: 1,
    ProjectName: 'Store',
    TeamId: 2,
    TeamName: 'North',
  },
  ...{ NominalDate: '2026-11-20', PlannedDate: '2026-11-20', State: 'started', Overdue: false, AssigneeName: null },
  ...{
    DoneEpoch: null,
    BadCount: 0,
    Reason: '',
    ConfirmName: null,
    PlanName: null,
    DeviceId: null,
    MaintenanceList: [],
  },
  ...{ PhotoList: [], SignatureList: [] },
  SheetList: [
    {
      ...{ TemplateId: 7, TemplateName: 'Quarterly', Revision: 1, AnswerList: [], ReadingList: [] },
      GroupList: [{ GroupName: 'Room', ItemList: [item] }],
    },
  ],
};

it('says why a visit cannot be finished, and not that it was saved', async () => {
  await showPage(<OrderDialog orderId={4} onClose={() => {}} />, {
    held: ['maintenanceOrders'],
    answers: {
      getMaintenanceOrder: () => order,
      saveAnswers: () => null,
      finishOrder: () => new Refusal(409, '1 item is not filled in yet.'),
    },
  });
  await click(await until(() => byRole(document.body, 'button', 'Finish')));
  await until(() => said().includes('1 item is not filled in yet.'));
  expect(said()).not.toContain('Saved');
});

it('says where a value was read, that another one was written over it, and offers to report what is bad', async () => {
  const reading: SheetReading = {
    ...{ Group: 0, Item: 0, Line: 0, Text: '-14.3', Reason: null, DeviceId: 5, DeviceName: 'Room 1', PointId: 8 },
    ...{
      PointName: 'Air',
      Value: -14.3,
      Unit: '°C',
      Statistic: 'now',
      Hours: null,
      KnownPercent: null,
      Quality: 'good',
    },
    ...{ Epoch: 1_790_000_000_000, AgeSeconds: 180, ReadEpoch: 1_790_000_180_000 },
  };
  const number: TemplateItem = { ...item, Name: 'Air', Content: 'numerical', Unit: '°C', High: -15 };
  const withValue = (Text: string): MaintenanceOrderDetail => ({
    ...order,
    SheetList: [
      {
        ...order.SheetList[0]!,
        GroupList: [{ GroupName: 'Room', ItemList: [number] }],
        AnswerList: [{ Group: 0, Item: 0, Text, LineList: [], Note: '' }],
        ReadingList: [reading],
      },
    ],
  });
  let shown = withValue('-14.3');
  await showPage(<OrderDialog orderId={4} onClose={() => {}} />, {
    held: ['maintenanceOrders', 'repairWork'],
    answers: { getMaintenanceOrder: () => shown },
  });
  await until(() => byRole(document.body, 'button', 'Report a fault: Air'));
  expect(document.body.textContent).toContain('Room 1 · Air');
  expect(document.body.textContent).toContain('3 min old');
  expect(document.body.textContent).not.toContain('By hand');
  shown = withValue('-16');
  await showPage(<OrderDialog orderId={5} onClose={() => {}} />, {
    held: ['maintenanceOrders', 'repairWork'],
    answers: { getMaintenanceOrder: () => shown },
  });
  await until(() => document.body.textContent?.includes('By hand; the reading was · Room 1 · Air · -14.3 °C') ?? false);
});
