import type { MaintenanceOrderDetail, SheetReading, TemplateItem } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { Refusal } from '../testing/fakeApi.ts';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, type, unmountAll, until } from '../testing/render.tsx';
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
  ...{ WindowFrom: '2026-11-11', WindowTo: '2026-11-29', ActionList: ['fill', 'finish'] },
  ...{ NominalDate: '2026-11-20', PlannedDate: '2026-11-20', State: 'started', Overdue: false, AssigneeName: null },
  ...{
    DoneEpoch: null,
    BadCount: 0,
    Reason: '',
    ConfirmReason: '',
    ConfirmName: null,
    PlanName: null,
    HoldsList: [],
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

it('adds the photos that can be used, made small, and says of how many it cannot', async () => {
  const sent: string[] = [];
  const { received, bodyOf } = await showPage(<OrderDialog orderId={4} onClose={() => {}} />, {
    held: ['repairWork'],
    answers: {
      getMaintenanceOrder: () => order,
      newUpload: () => {
        const [FileId, Url] = ['a', '/file/a'];
        sent.push(Url);
        return [{ FileId, Url, Path: 'a', Name: 'photo.jpg', ContentType: 'image/jpeg', Size: 5, Width: 2, Height: 1 }];
      },
      addOrderPhotos: () => null,
    },
  });
  await until(() => byRole(document.body, 'button', 'Finish'));
  const field = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=file]')].at(-1)!;
  const files = [new File(['x'.repeat(9_000_000)], 'pump.png'), new File(['x'], 'broken.heic')];
  Object.defineProperty(field, 'files', { value: files });
  field.dispatchEvent(new Event('change', { bubbles: true }));
  await until(() => received.includes('addOrderPhotos'));
  expect(bodyOf('addOrderPhotos')).toMatchObject({ OrderId: 4, UrlList: ['/file/a'] });
  await until(() => document.body.textContent?.includes('1 photo cannot be used. Choose others.') ?? false);
});

it('offers a colleague of the team to fill in and not to finish, and somebody who only sees it nothing', async () => {
  const shown = async (ActionList: MaintenanceOrderDetail['ActionList']) => {
    await showPage(<OrderDialog orderId={4} onClose={() => {}} />, {
      held: ['repairWork'],
      answers: { getMaintenanceOrder: () => ({ ...order, ActionList }) },
    });
    await until(() => byRole(document.body, 'button', 'Report (PDF)'));
    return ['Save', 'Finish'].filter((name) =>
      [...document.querySelectorAll('button')].some(({ textContent }) => textContent === name),
    );
  };
  expect(await shown(['fill'])).toEqual(['Save']);
  await unmountAll();
  expect(await shown([])).toEqual([]);
});

it('keeps what was typed and not saved, unless somebody else answered it meanwhile', async () => {
  const text: TemplateItem = { ...item, Name: 'Remark', Content: 'text' };
  const withAnswers = (AnswerList: MaintenanceOrderDetail['SheetList'][number]['AnswerList']) => ({
    ...order,
    SheetList: [{ ...order.SheetList[0]!, GroupList: [{ GroupName: 'Room', ItemList: [text] }], AnswerList }],
  });
  let shown = withAnswers([]);
  const open = async () => {
    await unmountAll();
    await showPage(<OrderDialog orderId={4} onClose={() => {}} />, {
      held: ['repairWork'],
      answers: { getMaintenanceOrder: () => shown, saveAnswers: () => null },
    });
    return (await until(() => byRole(document.body, 'textbox', 'Remark'))) as HTMLTextAreaElement;
  };
  await type(await open(), 'The seal is torn');
  const again = await open();
  expect(again.value).toBe('The seal is torn');
  expect(said()).toContain('What you typed and did not save is here again.');
  shown = withAnswers([{ Group: 0, Item: 0, Text: 'Replaced by Chen', LineList: [], Note: '' }]);
  expect((await open()).value).toBe('Replaced by Chen');
  shown = withAnswers([]);
  await open();
  await click(byRole(document.body, 'button', 'Save'));
  await until(() => said().includes('Saved'));
  expect((await open()).value).toBe('');
});
