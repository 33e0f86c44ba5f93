import type { MaintenanceOrderDetail, TemplateItem } from '@watchpost/contract';
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
  ...{ DoneEpoch: null, BadCount: 0, Reason: '', ConfirmName: null, PlanName: null },
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
