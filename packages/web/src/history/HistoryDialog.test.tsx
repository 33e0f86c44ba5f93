import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setAccessToken } from '../lib/accessToken.ts';
import { switchLanguage } from '../lib/language.ts';
import { fakeApi } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { render, until } from '../testing/render.tsx';
import { testProject, testSession } from '../testing/session.ts';
import { Curve } from './Curve.tsx';
import type { CurveView } from './curveView.ts';
import { HistoryDialog } from './HistoryDialog.tsx';

vi.mock('mqtt', () => ({ default: { connect: () => ({ on: () => {}, end: () => {}, subscribe: () => {} }) } }));

const session = testSession({ projects: [testProject(1, { TimeZone: 'UTC' })] });

let shown: Awaited<ReturnType<typeof render>> | null = null;
const show = async (node: React.ReactNode) => {
  shown = await render(<InTestShell session={session}>{node}</InTestShell>);
};
beforeEach(() => {
  setAccessToken({ token: 't', expiresAt: Date.now() + 900_000 });
  switchLanguage('en');
});
afterEach(async () => {
  await shown?.unmount();
  shown = null;
  document.body.innerHTML = '';
});
const limits = () =>
  [...document.querySelectorAll<HTMLElement>('.curve-tools label')]
    .find((label) => label.textContent === 'Limits')
    ?.querySelector<HTMLInputElement>('input')?.checked;

it('an enlarged curve opens with the points, range and limits of the one it enlarges', async () => {
  const { requests, received } = fakeApi({ getPointData: () => [] });
  const views: CurveView[] = [];
  const noon = Date.UTC(2026, 9, 1, 12);
  const from = { range: 'custom', custom: { from: noon - 7_200_000, to: noon }, limits: true } as const;
  await show(<Curve pointIds={[4, 5]} projectId={1} view={from} onView={(view) => views.push(view)} />);
  await until(() => received.includes('getPointData'));
  const small = requests[received.indexOf('getPointData')];
  await shown?.unmount();

  const large = fakeApi({ getPointData: () => [] });
  const points = [4, 5].map((PointId) => ({ PointId, PointName: `P${PointId}` }));
  await show(
    <HistoryDialog open onClose={() => {}} points={points} name="Freezer" projectId={1} view={views.at(-1)!} />,
  );
  await until(() => large.received.includes('getPointData'));
  expect(large.requests[large.received.indexOf('getPointData')]?.query).toEqual(small?.query);
  expect(small?.query).toMatchObject({ start: '2026-10-01 10:00:00', end: '2026-10-01 12:00:00' });
  expect(limits()).toBe(true);
});

it('a curve that is opened by itself starts as usual: without limits', async () => {
  fakeApi({ getPointData: () => [] });
  await show(
    <HistoryDialog open onClose={() => {}} points={[{ PointId: 4, PointName: 'P' }]} name="Freezer" projectId={1} />,
  );
  await until(() => limits() !== undefined);
  expect(limits()).toBe(false);
});
