import { type PointConfig, type PointListRow, permissions } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { type FakeCalls, fakeApi, Refusal } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, render, type, until } from '../testing/render.tsx';
import { testSession } from '../testing/session.ts';
import { said, showPage } from '../testing/showPage.tsx';
import { ReplaceDialog } from './BatchDialogs.tsx';
import { EditPointDialog } from './PointEditor.tsx';

pagesInEnglish();

const config: PointConfig = {
  PointId: 7,
  ProjectId: 1,
  Kind: 'computed',
  PointName: '温差',
  PointNameEn: 'Difference',
  PointTypeId: 2,
  PointTypeName: 'Temperature',
  PointType: 0,
  Unit: '°C',
  Decimals: 1,
  Level: 3,
  IsWrite: false,
  Cycle: 60,
  CycleSource: 'declared',
  RangeLow: null,
  RangeHigh: null,
  ErrorValueList: [],
  FrozenMinutes: null,
  GatewayId: null,
  GatewayName: null,
  SlaveId: null,
  SlaveName: null,
  SlaveAddress: null,
  FunctionCode: null,
  RegisterAddress: null,
  DataFormat: null,
  ByteOrder: null,
  AddressBit: null,
  X1: null,
  X2: null,
  Y1: null,
  Y2: null,
  RawErrorValueList: [],
  StatusRegister: null,
  StatusFaultValueList: [],
  WriteFunctionCode: null,
  MqttKey: null,
  MqttDevice: null,
  Formula: 'a * 2',
  InputList: [{ Name: 'a', PointId: 8, PointName: 'Air', Unit: '°C' }],
  StorageSpaceExtendList: [],
};

const show = async (answers: FakeCalls) => {
  const page = await showPage(<EditPointDialog pointId={7} onClose={() => {}} />, {
    answers: {
      getPointConfig: () => config,
      getPointPageDropdownList: () => ({
        PointTypeList: [{ Key: 2, Value: 'Temperature', PointType: 0, UnitList: ['°C'] }],
        GatewayList: [],
        SlaveList: [],
        ModelTreeList: [],
        LocationList: [],
        SubsystemList: [],
      }),
      getPointPage: () => ({ Data: [], TotalCount: 0 }),
      ...answers,
    },
    held: ['projectConfig', 'terminalsEdit'],
  });
  await until(() => field('Formula'));
  return page;
};
const field = (name: string) => byRole(document, 'textbox', name) as HTMLInputElement;

it('a formula is read while it is edited: what is none is said, what is one is sent with its points and nothing else', async () => {
  const { bodyOf, received } = await show({ editPoint: () => null });
  await type(field('Formula'), 'a * (2');
  await click(byRole(document, 'button', 'Save'));
  await until(() => said().includes('The bracket opened at character 5 is never closed'));
  expect(received).not.toContain('editPoint');
  await type(field('Formula'), 'a * 3');
  await click(byRole(document, 'button', 'Save'));
  await until(() => received.includes('editPoint'));
  expect(bodyOf('editPoint')).toEqual({
    PointId: 7,
    Formula: 'a * 3',
    InputList: [expect.objectContaining({ Name: 'a', PointId: 8 })],
  });
});

it('points that would be computed from one another are refused in the words of the server', async () => {
  await show({ editPoint: () => new Refusal(409, 'The formulas go round in a circle: A → B → A.') });
  await type(field('Formula'), 'a + 1');
  await click(byRole(document, 'button', 'Save'));
  await until(() => said().includes('The formulas go round in a circle: A → B → A.'));
  expect(field('Formula').value).toBe('a + 1');
});

it('a replacement that looks for nothing is stopped beside its field; what the server says of a name stands there, too', async () => {
  const { received } = fakeApi({
    batchUpdatePoint: () =>
      new Refusal(400, 'Not saved', { Fields: [{ Field: 'PointName', Message: 'The name would be too long' }] }),
  });
  await render(
    <InTestShell session={testSession({ held: [permissions.projectConfig.id] })}>
      <ReplaceDialog
        points={[{ PointId: 7, PointName: 'Air', DeviceList: [] } as unknown as PointListRow]}
        onClose={() => {}}
        onDone={() => {}}
      />
    </InTestShell>,
  );
  await until(() => field('Find'));
  await click(byRole(document, 'button', 'Preview'));
  await until(() => document.body.textContent?.includes('Required'));
  expect(received).not.toContain('batchUpdatePoint');
  await type(field('Find'), 'Air');
  await click(byRole(document, 'button', 'Preview'));
  await until(
    () => document.querySelector('.ant-form-item-explain-error')?.textContent === 'The name would be too long',
  );
});
