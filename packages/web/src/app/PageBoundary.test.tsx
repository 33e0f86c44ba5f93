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
