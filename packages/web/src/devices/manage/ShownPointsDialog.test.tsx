import { type CallName, permissions } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { type FakeCalls, fakeApi, Refusal } from '../../testing/fakeApi.ts';
import { InTestShell } from '../../testing/InTestShell.tsx';
import { pagesInEnglish } from '../../testing/pagesInEnglish.ts';
import { byRole, click, render, until } from '../../testing/render.tsx';
import { testSession } from '../../testing/session.ts';
import { NameConflictDialog } from './NameConflictDialog.tsx';
import { ShownPointsDialog } from './ShownPointsDialog.tsx';

pagesInEnglish();

const show = async (node: React.ReactNode, answers: FakeCalls = {}) => {
  const api = fakeApi(answers);
  await render(<InTestShell session={testSession({ held: [permissions.projectConfig.id] })}>{node}</InTestShell>);
  return { ...api, asked: (name: CallName) => api.requests[api.received.lastIndexOf(name)] };
};
const said = () => document.body.textContent ?? '';

const point = (PointId: number, PointName: string, IsMain = false) => ({
  PointId,
  PointName,
  PointTypeName: 'Temperature',
  Unit: '°C',
  IsShow: true,
  IsMain,
});
const points = [point(1, 'Air', true), point(2, 'Evaporator'), point(3, 'Set point')];
const dialog = <ShownPointsDialog projectId={1} deviceId={9} name="Freezer" onClose={() => {}} />;

it('what a device shows is put in order, with another point as the big number', async () => {
  const { asked, received } = await show(dialog, {
    getModelTreeShowPoint: () => points,
    editModelTreeShowPoint: () => null,
  });
  await until(() => said().includes('Evaporator'));
  await click(document.querySelector<HTMLElement>('[aria-label*="Set point"][type=checkbox]')!);
  await click(document.querySelector<HTMLElement>('[aria-label*="Evaporator"][type=radio]')!);
  const up = [...document.querySelectorAll<HTMLElement>('button[aria-label*="Evaporator"]')][0]!;
  await click(up);
  await click(byRole(document, 'button', 'Save'));
  await until(() => received.includes('editModelTreeShowPoint'));
  expect(asked('editModelTreeShowPoint')).toMatchObject({
    query: { modelTreeId: '9', mainPointId: '2' },
    body: [2, 1],
  });
});

it('what the server refuses is said, and the choice stays', async () => {
  const { received } = await show(dialog, {
    getModelTreeShowPoint: () => points,
    editModelTreeShowPoint: () => new Refusal(409, 'Somebody deleted this device.'),
  });
  await until(() => said().includes('Evaporator'));
  await click(byRole(document, 'button', 'Save'));
  await until(() => received.includes('editModelTreeShowPoint') && said().includes('Somebody deleted this device.'));
  expect(said()).toContain('Evaporator');
});

it('a name that is taken is given up, or the two devices become one', async () => {
  const chosen: string[] = [];
  await show(
    <NameConflictDialog
      conflict={{
        name: 'Freezer 1',
        FreeName: 'Freezer 1 2',
        FreeNameEn: null,
        free: 'Freezer 1 2',
        Taken: {
          ModelTreeId: 1,
          ModelTreeName: 'Freezer 1',
          SmallTypeName: 'Freezer',
          LocationName: 'Hall',
          PointCount: 11,
        },
      }}
      onUseFree={() => chosen.push('free')}
      onMerge={() => chosen.push('merge')}
      onOpen={undefined}
      onClose={() => {}}
    />,
  );
  expect(said()).toContain('11');
  await click(byRole(document, 'button', 'Save as “Freezer 1 2”'));
  const merge = [...document.querySelectorAll<HTMLElement>('button')].find(({ textContent }) =>
    /merge/i.test(textContent ?? ''),
  );
  await click(merge!);
  expect(chosen).toEqual(['free', 'merge']);
});
