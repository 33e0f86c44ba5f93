import { type PointListRow, permissions } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { fakeApi } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { render, until } from '../testing/render.tsx';
import { testSession } from '../testing/session.ts';
import { PointAssociatePage } from './PointAssociatePage.tsx';

pagesInEnglish();

const row = (changes: Partial<PointListRow>): PointListRow => ({
  PointId: 1,
  PointName: 'Open air',
  Kind: 'modbus',
  PointTypeId: 1,
  PointTypeName: 'Temperature',
  PointType: 0,
  Unit: '°C',
  Decimals: 1,
  Level: 3,
  IsWrite: false,
  Cycle: 60,
  IsLineHidden: false,
  GatewayId: 7,
  GatewayName: 'Cold rooms',
  SlaveId: 11,
  SlaveName: 'Room 1',
  SlaveAddress: 1,
  Source: '03 · 256',
  DeviceList: [],
  LocationList: [],
  IsSetAlarm: false,
  Value: -18.5,
  ValueText: null,
  Time: null,
  Quality: 'good',
  QualityReason: null,
  ExceptionCode: null,
  ...changes,
});

it('a point on a gateway that is not shared shows its value, says so, and is not offered to be edited', async () => {
  const hidden = { GatewayId: null, GatewayName: null, SlaveId: null, SlaveName: null, SlaveAddress: null, Source: '' };
  fakeApi({
    getTableField: () => ({ ForeignId: 0, TableType: 'test', Field: null }),
    getTableViews: () => [],
    getPointPageDropdownList: () => ({
      PointTypeList: [],
      GatewayList: [],
      SlaveList: [],
      ModelTreeList: [],
      LocationList: [],
      SubsystemList: [],
    }),
    getPointPage: () => ({
      Data: [row({}), row({ PointId: 2, PointName: 'Kept air', IsLineHidden: true, ...hidden })],
      TotalCount: 2,
    }),
  });
  await render(
    <InTestShell session={testSession({ held: [permissions.projectConfig.id, permissions.terminalsEdit.id] })}>
      <PointAssociatePage />
    </InTestShell>,
  );
  await until(() => document.body.textContent?.includes('Kept air'));
  expect(document.body.textContent).toContain('Gateway not shared with you');
  const named = [...document.querySelectorAll('button')].map((button) => button.getAttribute('aria-label') ?? '');
  expect(named).toContain('Edit: Open air');
  expect(named).not.toContain('Edit: Kept air');
});
