import { type PermissionName, type PointValue, permissions } from '@watchpost/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { switchLanguage } from '../lib/language.ts';
import { serverNow } from '../lib/serverClock.ts';
import { SessionContext } from '../lib/session.ts';
import { act, render } from '../testing/render.tsx';
import { testSession } from '../testing/session.ts';
import { PointsTable } from './PointsTable.tsx';
import { testPoint, testState } from './testDevice.ts';
import type { DeviceDetail } from './useLiveDevice.ts';

let shown: Awaited<ReturnType<typeof render>> | null = null;
async function show(
  points: readonly PointValue[],
  held: PermissionName = 'monitorView',
  gatewaysOffline = false,
  returns: DeviceDetail['Returns'] = [],
) {
  const session = testSession({ held: [permissions[held].id] });
  shown = await render(
    <SessionContext value={session}>
      <PointsTable
        points={points}
        returns={returns}
        gatewaysOffline={gatewaysOffline}
        chosen={[]}
        onChoose={() => {}}
      />
    </SessionContext>,
  );
  return document.querySelector('.points')!;
}

beforeEach(() => switchLanguage('en'));
afterEach(async () => {
  await shown?.unmount();
  shown = null;
});

it('offers to write a point only to who may write', async () => {
  const setpoint = testPoint({ IsWrite: true, Time: serverNow() });
  expect((await show([setpoint])).textContent).not.toContain('Write');
  await shown?.unmount();
  expect((await show([setpoint], 'remoteWrite')).textContent).toContain('Write');
});

it('says of a value that stands for a time only what comes back, and when', async () => {
  const point = testPoint({ Time: serverNow() });
  const back = { PointId: point.PointId, Epoch: new Date(2026, 5, 1, 14, 20).getTime(), Value: -18 };
  expect((await show([point], 'monitorView', false, [back])).textContent).toMatch(
    /returns to −18[.0]*\s?°C at .*14:20/,
  );
});

it('hatches the last value of a silent slave and says how long there is no data', async () => {
  const table = await show([testPoint({ Time: serverNow(), SilentSinceEPOCH: serverNow() - 12.5 * 60_000 })]);
  expect(table.querySelector('.value-stale')).not.toBeNull();
  expect(table.textContent).toContain('No data for 12\u00a0min');
});

it('says that the gateway is offline where that is why there is no data', async () => {
  const silent = testPoint({ Time: serverNow(), SilentSinceEPOCH: serverNow() - 12.5 * 60_000 });
  expect((await show([silent], 'monitorView', true)).textContent).toContain('Gateway offline, no data for 12\u00a0min');
  await act(async () => switchLanguage('zh'));
  expect(document.querySelector('.points')?.textContent).toContain('网关离线，无数据 12\u00a0分钟');
});

it('colours a state that alarms, and one whose alarm is pending with its due time', async () => {
  const now = serverNow();
  const fault = testState('faultState', 1, 'Fault', { PointName: 'Compressor', AlarmLevel: 1, Time: now });
  const door = testState('doorState', 1, 'Open', {
    PointId: 13,
    Time: now,
    Pending: [{ Kind: 'state', Level: 3, SinceEPOCH: now, DueEPOCH: now + 240_000 }],
  });
  const table = await show([fault, door]);
  expect(table.querySelector('.value-level-1')?.textContent).toContain('Fault');
  expect(table.querySelector('.value-level-3')?.textContent).toContain('Open');
  expect(table.textContent).toContain('Open, alarm in 4 min');
});
