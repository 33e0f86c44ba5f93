import { permissions, type StrategyTemplateRow } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { fakeApi } from '../../testing/fakeApi.ts';
import { InTestShell } from '../../testing/InTestShell.tsx';
import { pagesInEnglish } from '../../testing/pagesInEnglish.ts';
import { render, until } from '../../testing/render.tsx';
import { testSession } from '../../testing/session.ts';
import { TemplatesPage } from './TemplatesPage.tsx';

pagesInEnglish();

it('lists the templates of a class of devices, and lets those apply them who set up strategies', async () => {
  const template: StrategyTemplateRow = {
    ...{
      TemplateId: 3,
      TemplateName: 'Freezer',
      Name: 'Freezer',
      NameEn: null,
      Remarks: '',
      RemarksEn: null,
      RemarksText: '',
    },
    ...{
      SmallTypeId: 2,
      SmallTypeName: 'Freezer room',
      PointTypeId: 1,
      PointTypeName: 'Temperature',
      Level: 2,
      RuleList: [],
    },
    ...{
      EscalateMinutes: null,
      RepeatMinutes: null,
      NotifyOnClear: true,
      StrategyCount: 4,
      ChangedEPOCH: Date.now(),
      CreateName: null,
    },
  };
  const answers = {
    getStrategyTemplatePage: () => ({ Data: [template], TotalCount: 1 }),
    getStrategyTemplateChoices: () =>
      ({ SmallTypeList: [{ Key: 2, Value: 'Freezer room' }], PointTypeList: [] }) as never,
  };
  const show = async (held: readonly number[]) => {
    const api = fakeApi(answers);
    const { unmount } = await render(
      <InTestShell at="/deviceManage/strategyTemplate?class=2" session={testSession({ held: [...held] })}>
        <TemplatesPage />
      </InTestShell>,
    );
    await until(() => document.querySelectorAll('tr.list-row').length === 1);
    return { ...api, unmount };
  };
  const { requests, received, unmount } = await show([permissions.companyAlarms.id]);
  expect(requests[received.indexOf('getStrategyTemplatePage')]?.body).toMatchObject({ SmallTypeIdList: [2] });
  expect(document.querySelector('tr.list-row')!.textContent).toContain('Freezer room');
  const mayApply = () =>
    [...document.querySelectorAll('tr.list-row button')].some(({ textContent }) => textContent === 'Give to devices');
  expect(mayApply()).toBe(false);
  await unmount();
  await show([permissions.companyAlarms.id, permissions.alarmStrategyEdit.id]);
  expect(mayApply()).toBe(true);
});
