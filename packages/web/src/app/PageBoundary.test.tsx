import { lazy, Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { switchLanguage } from '../lib/language.ts';
import { byRole, click, render, until } from '../testing/render.tsx';
import { PageLoadError } from './loadPage.tsx';
import { PageBoundary } from './PageBoundary.tsx';

function Missing(): never {
  throw new PageLoadError(new Error('404'));
}

it('reloads for a page whose program is gone, but only when the server answers', async () => {
  switchLanguage('en');
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  const { container, unmount } = await render(
    <PageBoundary>
      <Missing />
    </PageBoundary>,
  );
  globalThis.fetch = () => Promise.reject(new TypeError('down'));
  await click(byRole(container, 'button', 'Try again'));
  await until(() => container.textContent?.includes('still cannot be reached'));
  expect(reload).not.toHaveBeenCalled();

  globalThis.fetch = async () => new Response('');
  await click(await until(() => byRole(container, 'button', 'Try again')));
  await until(() => reload.mock.calls.length === 1);
  await unmount();
  vi.restoreAllMocks();
});

/** A dialog of a page that stayed open while the product was upgraded. */
const Dialog = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/old.js')));

it('reloads by itself, once, for a part that a newer version no longer has', async () => {
  switchLanguage('en');
  sessionStorage.clear();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  document.head.insertAdjacentHTML('beforeend', '<script type="module" src="/assets/main-old.js"></script>');
  globalThis.fetch = async () => new Response('<script type="module" src="/assets/main-new.js"></script>');
  const show = () =>
    render(
      <PageBoundary>
        <Suspense>
          <Dialog />
        </Suspense>
      </PageBoundary>,
    );
  const first = await show();
  await until(() => first.container.textContent?.includes('A new version is ready'));
  expect(reload).toHaveBeenCalledTimes(1);
  await first.unmount();

  const second = await show();
  await until(() => second.container.textContent?.includes('A new version is ready'));
  expect(reload).toHaveBeenCalledTimes(1);
  await click(byRole(second.container, 'button', 'Reload'));
  await until(() => reload.mock.calls.length === 2);
  await second.unmount();
  document.head.querySelector('script[src="/assets/main-old.js"]')?.remove();
  vi.restoreAllMocks();
});

it('does not reload by itself for a part that this version has: the network failed', async () => {
  switchLanguage('en');
  sessionStorage.clear();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  document.head.insertAdjacentHTML('beforeend', '<script type="module" src="/assets/main.js"></script>');
  let asked = 0;
  globalThis.fetch = async () => {
    asked += 1;
    return new Response('<script type="module" src="/assets/main.js"></script>');
  };
  const { container, unmount } = await render(
    <PageBoundary>
      <Missing />
    </PageBoundary>,
  );
  await until(() => asked === 1);
  expect(container.textContent).toContain('The page could not be loaded');
  expect(reload).not.toHaveBeenCalled();
  await unmount();
  document.head.querySelector('script[src="/assets/main.js"]')?.remove();
  vi.restoreAllMocks();
});

it('shows a page that stopped working again on request', async () => {
  switchLanguage('en');
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let broken = true;
  function Page() {
    if (broken) throw new Error('bug');
    return <p>works again</p>;
  }
  const { container, unmount } = await render(
    <PageBoundary>
      <Page />
    </PageBoundary>,
  );
  expect(container.textContent).toContain('Other pages are not affected');
  broken = false;
  await click(byRole(container, 'button', 'Try again'));
  expect(container.textContent).toBe('works again');
  await unmount();
  vi.restoreAllMocks();
});
