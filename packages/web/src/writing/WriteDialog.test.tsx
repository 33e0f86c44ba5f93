import {
  type CallName,
  type PointToWrite,
  permissions,
  type WritablePoint,
  type WriteRecord,
} from '@watchpost/contract';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { newQueryClient } from '../lib/useCall.ts';
import { type FakeCalls, fakeApi, Refusal } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { act, byRole, click, render, type, until } from '../testing/render.tsx';
import { testSession } from '../testing/session.ts';
import { BatchWriteDialog } from './BatchWriteDialog.tsx';
import { WriteDialog } from './WriteDialog.tsx';

pagesInEnglish();

const place = {
  PointId: 7,
  PointName: 'Set point',
  Mtid: 3,
  MName: 'Freezer 3',
  ProjectId: 1,
  ProjectName: 'Cold store',
  Unit: '°C',
  Decimals: 1,
  UnitMap: [],
};
const point: PointToWrite = {
  ...place,
  PointType: 0,
  Present: {
    Value: -18,
    ValueText: null,
    Quality: 'good',
    QualityReason: null,
    Epoch: Date.now(),
    IsStale: false,
  },
  Limit: { Min: -26, Max: -15, AllowedValues: [], MinIntervalSeconds: 0, Interlock: null },
  Lowest: -26,
  Highest: -15,
  Blocked: null,
  IsConnected: true,
  Return: null,
  LastWrite: null,
};
const record: WriteRecord = {
  ...place,
  WriteId: 1,
  Epoch: Date.now(),
  UserId: 1,
  Nickname: 'Wang Qiang',
  OldValue: -18,
  OldValueText: null,
  Value: -20,
  ValueText: null,
  ReadBackValue: -18.5,
  Reason: 'Night',
  Outcome: 'readsBackDifferently',
  IsSuccess: false,
  Message: 'Reads back differently',
  ExceptionCode: null,
  SentEpoch: Date.now(),
  FinishedEpoch: Date.now(),
  BatchId: null,
  ReturnEpoch: null,
  ReturnValue: null,
  ReturnState: null,
  ReturnsWriteId: null,
};

const show = async (answers: FakeCalls) => {
  const api = fakeApi({ getPointWrite: () => point, ...answers });
  await render(
    <InTestShell session={testSession({ held: [permissions.remoteWrite.id] })}>
      <WriteDialog pointId={7} onClose={() => {}} />
    </InTestShell>,
  );
  return { ...api, asked: (name: CallName) => api.requests[api.received.lastIndexOf(name)]?.query };
};
const said = () => document.body.textContent ?? '';
const field = (name: string) => byRole(document, 'textbox', name) as HTMLInputElement;

it('writes only with a value and a reason, on what was seen, and tells what the device reads instead', async () => {
  const { asked, received } = await show({ controlDown: () => record });
  await until(() => field('New value'));
  expect(said()).toMatch(/−26\s?°C to −15\s?°C/);
  await click(byRole(document, 'button', 'Write'));
  await until(() => said().includes('Enter a number') && said().includes('Required'));
  await type(field('New value'), '-40');
  await type(field('Reason'), 'Night');
  await click(byRole(document, 'button', 'Write'));
  await until(() => /Not below −26\s?°C/.test(said()));
  expect(received).not.toContain('controlDown');

  await type(field('New value'), '-20');
  await type(field('Reason'), 'Night');
  await click(byRole(document, 'button', 'Write'));
  await until(() => said().includes('Reads back differently'));
  expect(asked('controlDown')).toEqual({ pointID: '7', writeData: '-20', reason: 'Night', expectedValue: '-18' });
  expect(said()).toMatch(/−18\.5\s?°C/);
});

it('says beside the form why nothing was sent, and before that the gateway is away', async () => {
  await show({
    getPointWrite: () => ({ ...point, IsConnected: false }),
    controlDown: () => new Refusal(409, 'Blocked by an interlock: close the door.'),
  });
  await until(() => said().includes('The gateway is offline'));
  await type(field('New value'), '-20');
  await type(field('Reason'), 'Night');
  await click(byRole(document, 'button', 'Write'));
  await until(() => said().includes('Blocked by an interlock: close the door.'));
  expect(field('New value').value).toContain('-20');
});

it('while one’s own write runs says nothing is wrong, may be closed, and then tells the outcome by a notice', async () => {
  let underWay = false;
  let finish: (record: WriteRecord) => void = () => {};
  const blocked = 'A write to this point is under way. Wait for its result.';
  const client = newQueryClient();
  let isOpen = true;
  const api = fakeApi({
    getPointWrite: () => ({ ...point, Blocked: underWay ? blocked : null }),
    controlDown: () => {
      underWay = true;
      return new Promise<WriteRecord>((resolve) => {
        finish = resolve;
      });
    },
  });
  function Opened() {
    const [open, setOpen] = useState(true);
    isOpen = open;
    return open ? <WriteDialog pointId={7} onClose={() => setOpen(false)} /> : null;
  }
  await render(
    <InTestShell session={testSession({ held: [permissions.remoteWrite.id] })} queryClient={client}>
      <Opened />
    </InTestShell>,
  );
  await until(() => field('New value'));
  await type(field('New value'), '-20');
  await type(field('Reason'), 'Night');
  await click(byRole(document, 'button', 'Write'));
  await until(() => said().includes('the write goes on'));
  await act(() => client.invalidateQueries({ queryKey: ['getPointWrite'] }));
  await until(() => api.received.filter((name) => name === 'getPointWrite').length === 2);
  expect(said()).not.toContain('cannot be written now');

  const buttons = [...document.querySelectorAll<HTMLElement>('.ant-modal-footer button')];
  expect(buttons.map(({ textContent }) => textContent)).not.toContain('Cancel');
  await click(buttons.find(({ textContent }) => textContent === 'Close')!);
  await until(() => !isOpen);
  await act(() => finish({ ...record, Outcome: 'noResponse', IsSuccess: null, Message: 'No answer' }));
  await until(() => said().includes('Freezer 3 · Set point: No answer'));
});

it('opened again while one’s own write runs says so, and what somebody else writes stands in the way', async () => {
  const session = testSession({ held: [permissions.remoteWrite.id] });
  const blocked = { ...point, Blocked: 'A write to this point is under way.' };
  let writer = session.user.UserId;
  const client = newQueryClient();
  fakeApi({ getPointWrite: () => ({ ...blocked, LastWrite: { ...record, Outcome: 'sending', UserId: writer } }) });
  await render(
    <InTestShell session={session} queryClient={client}>
      <WriteDialog pointId={7} onClose={() => {}} />
    </InTestShell>,
  );
  await until(() => said().includes('Your write is still under way'));
  expect(said()).not.toContain('cannot be written now');
  writer += 1;
  await act(() => client.invalidateQueries({ queryKey: ['getPointWrite'] }));
  await until(() => said().includes('cannot be written now'));
});

it('says beside each point of a batch what it cannot take, before anything is sent', async () => {
  const { requests, received } = fakeApi({
    batchControlDown: () => ({ BatchId: 1 }),
    getBatchWrite: () => new Refusal(404, ''),
  });
  const one = { ...point, AllowedValues: [], HasInterlock: false };
  const other = { ...one, PointId: 8, MName: 'Freezer 4', Lowest: -40 };
  await render(
    <InTestShell session={testSession({ held: [permissions.remoteWrite.id] })}>
      <BatchWriteDialog points={[one, other] as unknown as WritablePoint[]} onClose={() => {}} />
    </InTestShell>,
  );
  await until(() => said().includes('Freezer 4'));
  const [value] = [...document.querySelectorAll<HTMLInputElement>('#batch-value')];
  await type(value!, '-30');
  await type(field('Reason'), 'Night');
  await click(byRole(document, 'button', 'Start writing'));
  await until(() => /Not below −26\s?°C/.test(said()));
  expect(said()).not.toMatch(/Not below −40/);
  expect(received).not.toContain('batchControlDown');
  await type(value!, '-20');
  await click(byRole(document, 'button', 'Start writing'));
  await until(() => received.includes('batchControlDown'));
  expect(requests[received.indexOf('batchControlDown')]?.body).toMatchObject({
    PointList: [
      { PointId: 7, Value: -20 },
      { PointId: 8, Value: -20 },
    ],
  });
});
