import { permissions } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { fakeApi } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { act, render, until } from '../testing/render.tsx';
import { testSession } from '../testing/session.ts';
import { PushStatistics } from './PushStatistics.tsx';

pagesInEnglish();

it('says that there were no messages only once that is known, and of mail nothing that cannot be known', async () => {
  const answers: (() => void)[] = [];
  const later = <Data,>(data: Data) => new Promise<Data>((resolve) => answers.push(() => resolve(data)));
  const none = { Total: 3, Sent: 3, AlarmsTold: 5, Delivered: 0, Failed: 0, Skipped: 0, Waiting: 0, Available: true };
  fakeApi({
    getAlarmAppPushNum: () =>
      later([
        { Channel: 'sms' as const, ChannelName: 'SMS', ...none },
        { Channel: 'email' as const, ChannelName: 'E-mail', ...none },
      ]),
    getAlarmPushStatus: () => later([]),
    getPushStatisticsList: () => later({ Data: [], TotalCount: 0 }),
  });
  const { container } = await render(
    <InTestShell session={testSession({ held: [permissions.alarmPushStatistics.id] })}>
      <PushStatistics />
    </InTestShell>,
  );
  await until(() => answers.length === 3);
  expect(container.textContent).not.toContain('No messages in these days');
  await act(() => {
    for (const answer of answers) answer();
  });
  await until(() => container.textContent?.match(/No messages in these days/g)?.length === 2);
  const [sms, email] = [...container.querySelectorAll('.push-way')].map((way) => way.textContent);
  expect(sms).toContain('notified of 5 alarms · Delivered 0');
  expect(email).toContain('Delivered – (mail has no receipts)');
});
