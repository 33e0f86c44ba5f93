import type { CompanyApplication } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { switchLanguage } from '../lib/language.ts';
import type { FakeCalls } from '../testing/fakeApi.ts';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, type, until } from '../testing/render.tsx';
import { showPage } from '../testing/showPage.tsx';
import { ApplicationsPage } from './ApplicationsPage.tsx';
import { CompaniesPage } from './CompaniesPage.tsx';
import { InboxPage } from './InboxPage.tsx';

pagesInEnglish();

const application = (changes: Partial<CompanyApplication> = {}): CompanyApplication => ({
  ApplyId: 1,
  CompanyName: 'North Cold',
  Industry: 2,
  FullName: 'Wang Qiang',
  Mobile: '13900000001',
  State: 'pending',
  AppliedEPOCH: Date.UTC(2026, 10, 21),
  DecidedEPOCH: null,
  DecidedByName: '',
  Reason: '',
  CompanyId: null,
  ...changes,
});

const open = (page: React.ReactNode, answers: FakeCalls, at = '/') => showPage(page, { answers, at });
const says = (words: string) => until(() => document.body.textContent?.includes(words));

it('approves a company after saying what comes of it', async () => {
  const { bodyOf } = await open(<ApplicationsPage />, {
    getCompanyApplyPage: () => ({ Data: [application()], TotalCount: 1 }),
    decideCompanyApply: () => ({ CompanyId: 9 }),
  });
  await says('North Cold');
  await click(byRole(document.body, 'button', 'Approve: North Cold'));
  await says('Wang Qiang (13900000001) becomes its administrator');
  const box = await until(() => document.querySelector<HTMLElement>('.ant-modal-confirm'));
  await click(byRole(box, 'button', 'Approve'));
  await says('North Cold has been created');
  expect(bodyOf('decideCompanyApply')).toEqual({ ApplyId: 1, Approve: true });
});

it('refuses a company only with a reason', async () => {
  const { bodyOf, received } = await open(<ApplicationsPage />, {
    getCompanyApplyPage: () => ({ Data: [application()], TotalCount: 1 }),
    decideCompanyApply: () => ({ CompanyId: null }),
  });
  await says('North Cold');
  await click(byRole(document.body, 'button', 'Refuse: North Cold'));
  const box = await until(() => document.querySelector<HTMLElement>('.ant-modal'));
  await click(byRole(box, 'button', 'Refuse'));
  await says('Required');
  expect(received).not.toContain('decideCompanyApply');
  await type(byRole(box, 'textbox', 'Reason'), 'Not a company');
  await click(byRole(box, 'button', 'Refuse'));
  await says('The applicant has been notified');
  expect(bodyOf('decideCompanyApply')).toEqual({ ApplyId: 1, Approve: false, Reason: 'Not a company' });
});

it('offers nothing to decide where it was decided, and says by whom and why', async () => {
  await open(<ApplicationsPage />, {
    getCompanyApplyPage: () => ({
      Data: [application({ State: 'refused', DecidedEPOCH: 1, DecidedByName: 'Lin', Reason: 'No such company' })],
      TotalCount: 1,
    }),
  });
  await says('No such company');
  expect(() => byRole(document.body, 'button', 'Approve: North Cold')).toThrow();
});

it('shows the messages that nothing carried away, filtered as the address says', async () => {
  const { bodyOf } = await open(
    <InboxPage />,
    {
      getInboxMessagePage: () => ({
        Data: [
          {
            MessageId: 1,
            Channel: 'sms',
            Recipient: '13900000001',
            Subject: '',
            Body: 'Your code is 123456',
            SentEPOCH: Date.UTC(2026, 10, 21),
          },
        ],
        TotalCount: 1,
      }),
    },
    '/?channel=sms',
  );
  await says('Your code is 123456');
  expect(bodyOf('getInboxMessagePage')).toMatchObject({ Channel: 'sms', PageIndex: 1 });
});

it.each([
  ['en', 'Platforms: North Cold', 'Analysis', 'Save', 'Platforms of North Cold saved'],
  ['zh', '开通平台：North Cold', '数据分析', '保 存', '已保存North Cold的平台'],
] as const)('switches on what a company has bought (%s)', async (language, open_, platform, save, saved) => {
  switchLanguage(language);
  const { bodyOf } = await open(<CompaniesPage />, {
    getCompanyPage: () => ({
      Data: [
        {
          CompanyId: 5,
          CompanyName: 'North Cold',
          Industry: 2,
          FlagList: ['workOrder'],
          DataScreenUrl: null,
          MemberCount: 3,
          ProjectCount: 2,
          CreateEPOCH: Date.UTC(2026, 10, 21),
          IsOperator: true,
        },
      ],
      TotalCount: 1,
    }),
    updateCompanyPlatforms: () => null,
  });
  await says('North Cold');
  await click(byRole(document.body, 'button', open_));
  const box = await until(() => document.querySelector<HTMLElement>('.ant-modal'));
  const label = [...box.querySelectorAll('label')].find(({ textContent }) => textContent === platform);
  await click(label!.querySelector('input')!);
  await click(byRole(box, 'button', save));
  await says(saved);
  expect(bodyOf('updateCompanyPlatforms')).toEqual({
    OfCompanyId: 5,
    FlagList: ['workOrder', 'dataAnalysis'],
  });
});
