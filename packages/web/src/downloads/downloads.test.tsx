import type { DownloadRow } from '@watchpost/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FakeCalls } from '../testing/fakeApi.ts';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, unmountAll, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import { DownloadNotices } from './DownloadNotices.tsx';
import { DownloadsPage } from './DownloadsPage.tsx';

pagesInEnglish();

const at = Date.UTC(2026, 10, 21, 3, 0);
const download = (DownloadId: number, changes: Partial<DownloadRow> = {}): DownloadRow => ({
  DownloadId,
  DownloadType: 2,
  Kind: 'operationLog',
  Title: 'Operation log',
  Detail: '',
  State: 'done',
  IsGenerate: 1,
  IsRead: 0,
  Progress: 100,
  RowCount: 2500,
  Size: 2_136_938,
  FileName: `Operation log ${DownloadId}.xlsx`,
  FailureReason: null,
  RequestedEpoch: at,
  FinishedEpoch: at,
  ExpiresEpoch: at + 7 * 86_400_000,
  Updated: '2026-11-21 11:00:00',
  Url: '',
  ...changes,
});
const pageOf = (...Data: DownloadRow[]) => ({ Data, TotalCount: Data.length });

const show = (page: React.ReactNode, answers: FakeCalls, at = '/') =>
  showPage(page, { answers: { downloadRead: () => null, ...answers }, at });
const button = (name: string) => byRole(document, 'button', name);
/** The browser's own downloads. */
const saved: string[] = [];

beforeEach(() => {
  saved.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

it('lists exports with their state, progress, size and why one failed', async () => {
  await show(<DownloadsPage />, {
    getDownloadPage: () =>
      pageOf(
        download(3, { State: 'running', Progress: 40, IsGenerate: 0, RowCount: null, Size: null, FileName: null }),
        download(2, { State: 'failed', FailureReason: 'No data to export.', FileName: null, Size: null }),
        download(1, { Detail: 'Store 1 · 2026-11-01 – 2026-11-08' }),
      ),
  });
  await until(() => said().includes('Store 1 · 2026-11-01 – 2026-11-08'));
  for (const words of ['In progress', '40%', 'Failed', 'No data to export.', 'Ready', '2,500', '2.0\u202fMB']) {
    expect(said()).toContain(words);
  }
});

it('a file is fetched with the sign-in and saved under its name, and its notice is closed', async () => {
  const { received } = await show(<DownloadsPage />, {
    getDownloadPage: () => pageOf(download(1)),
    getDownloadFile: () => ({ name: '操作日志.xlsx', content: new Blob(['x']) }),
  });
  await click(await until(() => button('Download: Operation log 1.xlsx')));
  await until(() => saved.length > 0);
  expect(saved).toEqual(['操作日志.xlsx']);
  await until(() => received.includes('downloadRead'));
});

it('asks by name before an export goes', async () => {
  await show(<DownloadsPage />, {
    getDownloadPage: () =>
      pageOf(download(1, { Detail: 'Store 1 · 2026-11-01 – 2026-11-08' }), download(2, { Title: 'Point history' })),
  });
  await click(await until(() => button('More actions: Operation log 1.xlsx')));
  await click(await until(() => byRole(document, 'menuitem', 'Delete')));
  const question = await until(() => document.querySelector('.ant-modal-confirm'));
  expect(question.textContent).toContain('Delete “Operation log”?');
  expect(question.textContent).toContain('Store 1 · 2026-11-01 – 2026-11-08');
});

it('says what an empty centre is for', async () => {
  await show(<DownloadsPage />, { getDownloadPage: () => pageOf() });
  await until(() => said().includes('No exports yet'));
});

it('tells on every page that a file is ready, and marks the notice read when the user closes it', async () => {
  let rows = [download(7)];
  const { bodyOf } = await show(<DownloadNotices />, {
    getDownloadPage: () => pageOf(...rows),
    downloadRead: () => {
      rows = [];
      return null;
    },
  });
  await until(() => said().includes('Export ready: Operation log'));
  expect(bodyOf('getDownloadPage')).toEqual({ IsGenerate: '1', IsRead: '0', PageIndex: '1', PageSize: '20' });
  const close = await until(() => document.querySelector<HTMLElement>('.ant-notification-notice-close'));
  await click(close!);
  await until(() => JSON.stringify(bodyOf('downloadRead')) === '[7]');
});

it('tells of an export once, also when the page is loaded again meanwhile', async () => {
  const answers = { getDownloadPage: () => pageOf(download(11)) };
  await show(<DownloadNotices />, answers);
  await until(() => said().includes('Export ready: Operation log'));
  await unmountAll();
  document.body.innerHTML = '';
  const { received } = await show(<DownloadNotices />, answers);
  await until(() => received.includes('getDownloadPage'));
  expect(said()).not.toContain('Export ready');
});

it('tells why an export failed, and leads to the centre from there', async () => {
  await show(<DownloadNotices />, {
    getDownloadPage: () => pageOf(download(8, { State: 'failed', FailureReason: 'You lost the right.' })),
  });
  await until(() => said().includes('You lost the right.'));
  await click(button('Download centre'));
  await until(() => document.querySelector('[data-testid=path]')?.textContent === '/download/Index');
});
