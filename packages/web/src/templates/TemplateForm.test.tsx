import type { TemplateDetail, TemplateRow } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { type FakeCalls, Refusal } from '../testing/fakeApi.ts';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, type, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import { EditTemplateDialog } from './TemplateForm.tsx';

pagesInEnglish();

const row: TemplateRow = {
  id: 4,
  name: 'Case controller',
  value: '',
  num: 1,
  TYPE: 'custom',
  CREATETIME: '2026-10-01 10:00:00',
  FLAG: true,
  Kind: 'register',
  Brand: 'Danfoss',
  Model: '',
  Category: '',
  Source: 'own',
  SourceName: '',
  CreateName: null,
  MayEdit: true,
};
const register: TemplateDetail['RegisterList'][number] = {
  PointName: '库温',
  PointNameEn: 'Air temperature',
  PointTypeName: 'Temperature',
  ValueType: 0,
  Unit: '°C',
  Decimals: 1,
  Level: 3,
  IsWrite: false,
  Cycle: 60,
  RangeLow: null,
  RangeHigh: null,
  ErrorValueList: [],
  FrozenMinutes: null,
  Note: '',
  FunctionCode: 3,
  RegisterAddress: 40,
  DataFormat: 's16',
  ByteOrder: 'AB',
  AddressBit: null,
  X1: null,
  X2: null,
  Y1: null,
  Y2: null,
  RawErrorValueList: [],
  StatusRegister: null,
  StatusFaultValueList: [],
  WriteFunctionCode: null,
};
const detail: TemplateDetail = {
  ...row,
  Name: 'Case controller',
  nameEn: null,
  Description: '',
  FirstAddress: 0,
  MaxRegisters: 125,
  MaxGap: 0,
  BaudRate: 9600,
  DataBits: 8,
  Parity: 'none',
  StopBits: 1,
  RegisterList: [register],
  KeyList: [],
};

const show = async (answers: FakeCalls) => {
  const page = await showPage(<EditTemplateDialog template={row} onClose={() => {}} />, {
    answers: { getTempById: () => detail, getPointTypePage: () => ({ Data: [], TotalCount: 0 }), ...answers },
    held: ['terminalsEdit'],
  });
  await until(() => said().includes('Air temperature'));
  return page;
};
const field = (name: string) => byRole(document, 'textbox', name) as HTMLInputElement;

it('a register of a template is changed in a dialog of its own, and only what was changed is sent', async () => {
  const { bodyOf, received } = await show({ updateTemplate: () => null });
  await click(byRole(document, 'button', 'Edit Air temperature'));
  await until(() => field('Register address'));
  await type(field('Register address'), '41');
  await click(byRole(document, 'button', 'OK'));
  await until(() => said().includes('03 / 41'));
  expect(received).not.toContain('updateTemplate');

  await click(byRole(document, 'button', 'Save'));
  await until(() => received.includes('updateTemplate'));
  expect(bodyOf('updateTemplate')).toEqual({
    id: 4,
    RegisterList: [expect.objectContaining({ PointName: '库温', PointNameEn: 'Air temperature', RegisterAddress: 41 })],
  });
});

it('a name that another template has is said beside the name', async () => {
  await show({
    updateTemplate: () =>
      new Refusal(400, 'Check your input', {
        Fields: [{ Field: 'name', Message: 'A template named “X1” exists already.' }],
      }),
  });
  await type(field('Template'), 'X1');
  await click(byRole(document, 'button', 'Save'));
  await until(() => said().includes('A template named “X1” exists already.'));
});
