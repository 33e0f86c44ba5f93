import { type CallName, permissions } from '@watchpost/contract';
import { type ReactNode, useMemo, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { type FakeCalls, fakeApi } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { pageOfRows, testProjectDetail, usualAnswers } from '../testing/places.ts';
import { act, byRole, click, render, type, until } from '../testing/render.tsx';
import { testProject, testSession } from '../testing/session.ts';
import { TitleBarContext } from '../ui/PageTitle.tsx';
import { BasicInfoPage } from './BasicInfoPage.tsx';
import { PositionPage } from './PositionPage.tsx';

pagesInEnglish();

vi.mock('../ui/map/PlaceMap.tsx', () => ({ PlaceMap: () => <i data-testid="map" /> }));

const show = async (page: ReactNode, answers: FakeCalls) => {
  const api = fakeApi({ ...usualAnswers(), getSubareaPage: () => pageOfRows(), ...answers });
  const session = testSession({
    projects: [testProject(5, { ProjectName: 'Harbour store' })],
    held: [permissions.projectConfig.id],
  });
  await render(
    <InTestShell session={session}>
      <WithTitleBar>{page}</WithTitleBar>
    </InTestShell>,
  );
  return { ...api, asked: (name: CallName) => api.requests[api.received.lastIndexOf(name)] };
};
/** Where the buttons of a page stand. */
function WithTitleBar({ children }: { children: ReactNode }) {
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const slots = useMemo(() => ({ title: null, subtitle: null, actions }), [actions]);
  return (
    <TitleBarContext value={slots}>
      <div ref={setActions} />
      {children}
    </TitleBarContext>
  );
}
const said = () => document.body.textContent ?? '';

it('says what the project is, in which state, and where', async () => {
  await show(<BasicInfoPage />, {
    getProject: () =>
      testProjectDetail(5, {
        ProjectName: '海港店',
        State: 'expired',
        ServiceStart: '2025-01-01',
        ServiceEnd: '2026-01-31',
        ProjectLevel: 2,
        TagList: ['VIP'],
        Subsystems: [{ BigTypeId: 5, BigTypeName: 'Refrigeration' }],
        DeviceCount: 13,
        Latitude: 30.2,
        Longitude: 120.1,
        Path: [{ SubareaId: 1, SubareaName: 'East' }],
      }),
  });
  await until(() => document.querySelector('[data-testid=map]'));
  // The heading is in the user's language, the name as it was entered stands among the facts.
  expect(document.querySelector('h2')?.textContent).toBe('Harbour store Expired');
  for (const words of ['海港店', '2025-01-01 – 2026-01-31', 'Grade 2', 'VIP', 'Refrigeration', '13 Devices', 'East']) {
    expect(said()).toContain(words);
  }
});

it('a project without a position says what one is good for, and leads to where it is set', async () => {
  await show(<BasicInfoPage />, { getProject: () => testProjectDetail(5) });
  await until(() => said().includes('No position set'));
  expect(byRole(document, 'link', 'Set position').getAttribute('href')).toBe('/projectConfig/updatePosition?project=5');
});

it('who may only configure the project is not offered to move it to another partition', async () => {
  await show(<BasicInfoPage />, { getProject: () => testProjectDetail(5) });
  await click(await until(() => byRole(document, 'button', 'Edit')));
  await until(() => document.querySelector('[role=dialog] form'));
  expect([...document.querySelectorAll('[role=dialog] label')].map((each) => each.textContent)).not.toContain(
    'Partition',
  );
});

it('a position that is pasted is saved whole', async () => {
  const { received, asked } = await show(<PositionPage />, {
    getProject: () => testProjectDetail(5),
    editProject: () => null,
  });
  const field = await until(() => byRole(document, 'textbox', 'Latitude'));
  const paste = new Event('paste', { bubbles: true, cancelable: true });
  Object.assign(paste, { clipboardData: { getData: () => '30.2741, 120.1551' } });
  await click(field);
  await act(async () => void field.dispatchEvent(paste));
  await until(() => (byRole(document, 'textbox', 'Longitude') as HTMLInputElement).value.startsWith('120.1551'));
  await click(byRole(document, 'button', 'Save position'));
  await until(() => said().includes('Position saved'));
  expect(received).toContain('editProject');
  expect(asked('editProject')?.body).toEqual({ SubareaId: 5, Latitude: 30.2741, Longitude: 120.1551 });
});

it('a position that is cleared is taken from the map', async () => {
  const { asked } = await show(<PositionPage />, {
    getProject: () => testProjectDetail(5, { Latitude: 30.2, Longitude: 120.1 }),
    editProject: () => null,
  });
  await click(await until(() => byRole(document, 'button', 'Clear position')));
  await click(byRole(document, 'button', 'Save position'));
  await until(() => said().includes('Position saved'));
  expect(asked('editProject')?.body).toEqual({ SubareaId: 5, Latitude: null, Longitude: null });
});

it('half a position is refused beside the field', async () => {
  const { received } = await show(<PositionPage />, { getProject: () => testProjectDetail(5) });
  await type(await until(() => byRole(document, 'textbox', 'Latitude')), '30.5');
  await click(byRole(document, 'button', 'Save position'));
  await until(() => said().includes('Give both latitude and longitude, or neither'));
  expect(received).not.toContain('editProject');
});
