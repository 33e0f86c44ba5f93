import { useEffect, useState } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { act, byRole, click, render, until } from '../testing/render.tsx';
import { useKeptAddresses } from './keptAddresses.ts';
import { PageStack } from './PageStack.tsx';
import { findRoute } from './routeAccess.ts';
import { routes } from './routeTable.ts';

const effects = vi.hoisted(() => ({ running: new Set<string>() }));

vi.mock('./routeTable.ts', async (original) => {
  const table = await original<typeof import('./routeTable.ts')>();
  function Counter({ path }: { path: string }) {
    const location = useLocation();
    const [count, setCount] = useState(0);
    useEffect(() => {
      effects.running.add(path);
      return () => void effects.running.delete(path);
    }, [path]);
    return (
      <button type="button" onClick={() => setCount(count + 1)}>
        {`${path} saw ${location.search} counted ${count}`}
      </button>
    );
  }
  const load = async () => ({ default: Counter });
  return { ...table, routes: table.routes.map((route) => ({ ...route, page: load })) };
});

let goTo: (path: string) => void;
let addresses: () => ReadonlyMap<string, string>;
function Stack({ projectId = 1 }: { projectId?: number }) {
  const kept = useKeptAddresses();
  addresses = () => kept;
  const navigate = useNavigate();
  goTo = (path) => void navigate(path);
  const route = findRoute(routes, useLocation().pathname);
  return route ? <PageStack route={route} projectId={projectId} /> : null;
}

beforeEach(() => effects.running.clear());

it('keeps a cached page as it was, with its own address, and stops its work while it is hidden', async () => {
  const { container, unmount } = await render(
    <MemoryRouter initialEntries={['/monitor/warehouse?area=2']}>
      <Stack />
    </MemoryRouter>,
  );
  await until(() => byRole(container, 'button', '/monitor/warehouse saw ?area=2 counted 0'));
  await click(byRole(container, 'button', '/monitor/warehouse saw ?area=2 counted 0'));

  await act(async () => goTo('/alarmManage/index?level=1'));
  await until(() => effects.running.has('/alarmManage/index'));
  expect([...effects.running]).toEqual(['/alarmManage/index']);
  expect(byRole(container, 'button', '/monitor/warehouse saw ?area=2 counted 1')).toBeTruthy();

  // The menu leads back to it as it was left.
  expect(addresses().get('/monitor/warehouse')).toBe('/monitor/warehouse?area=2');

  await act(async () => goTo('/monitor/warehouse?area=3'));
  await until(() => byRole(container, 'button', '/monitor/warehouse saw ?area=3 counted 1'));
  expect([...effects.running]).toEqual(['/monitor/warehouse']);
  expect(container.querySelectorAll('button')).toHaveLength(2);
  await unmount();
});

it('forgets the pages of a project that was left, and keeps the one on the screen', async () => {
  let enter: (projectId: number) => void = () => {};
  function InProject() {
    const [projectId, setProjectId] = useState(1);
    enter = setProjectId;
    return <Stack projectId={projectId} />;
  }
  const { container, unmount } = await render(
    <MemoryRouter initialEntries={['/monitor/warehouse']}>
      <InProject />
    </MemoryRouter>,
  );
  await click(await until(() => byRole(container, 'button', '/monitor/warehouse saw  counted 0')));
  await act(async () => goTo('/alarmManage/index'));
  await click(await until(() => byRole(container, 'button', '/alarmManage/index saw  counted 0')));

  await act(async () => enter(2));
  expect(container.querySelectorAll('button')).toHaveLength(1);
  expect(byRole(container, 'button', '/alarmManage/index saw  counted 1')).toBeTruthy();
  await act(async () => goTo('/monitor/warehouse'));
  await until(() => byRole(container, 'button', '/monitor/warehouse saw  counted 0'));
  await unmount();
});

it('starts an uncached page afresh each time', async () => {
  const { container, unmount } = await render(
    <MemoryRouter initialEntries={['/monitor/unit?id=1']}>
      <Stack />
    </MemoryRouter>,
  );
  await click(await until(() => byRole(container, 'button', '/monitor/unit saw ?id=1 counted 0')));
  await act(async () => goTo('/alarmManage/index'));
  await act(async () => goTo('/monitor/unit?id=1'));
  await until(() => byRole(container, 'button', '/monitor/unit saw ?id=1 counted 0'));
  await unmount();
});
