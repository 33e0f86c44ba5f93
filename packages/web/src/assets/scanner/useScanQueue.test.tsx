import type { ScanResult } from '@watchpost/contract';
import { afterEach, expect, it } from 'vitest';
import { setAccessToken } from '../../lib/accessToken.ts';
import { useCall } from '../../lib/useCall.ts';
import { type FakeRequest, Refusal } from '../../testing/fakeApi.ts';
import { pagesInEnglish } from '../../testing/pagesInEnglish.ts';
import { act, byRole, click, unmountAll, until } from '../../testing/render.tsx';
import { testUser } from '../../testing/session.ts';
import { said, showPage } from '../../testing/showPage.tsx';
import { useScanQueue } from './useScanQueue.ts';

pagesInEnglish();
afterEach(() => localStorage.clear());

interface Scan {
  readonly ClientKey: string;
  readonly Label: string;
}
const scansOf = ({ body }: FakeRequest): readonly Scan[] => (body as { ScanList: readonly Scan[] }).ScanList;
const found = (request: FakeRequest) => ({
  ResultList: scansOf(request).map(
    ({ ClientKey, Label }): ScanResult => ({
      ...{ ClientKey, ScanId: 1, Outcome: 'found', Repeated: false, AssetCode: Label, AssetName: null },
      ...{ ProjectName: null, Location: '' },
    }),
  ),
});

/** What the phone keeps for the person who is signed in. */
const kept = () => JSON.parse(localStorage.getItem(`stocktake-7-${testUser().UserId}`) ?? '[]');

let scan: (label: string) => Promise<void>;
function Scanner() {
  const { add, results, waiting, refused, sendAgain, giveUp, error } = useScanQueue(7);
  scan = (label) => act(async () => add(label));
  return (
    <>
      <output>{`${waiting} waiting`}</output>
      <p>{error?.message}</p>
      <ul>
        {results.map(({ ClientKey, AssetCode }) => (
          <li key={ClientKey}>{`found ${AssetCode}`}</li>
        ))}
      </ul>
      <p>{refused.map(({ Label }) => `refused ${Label}`).join(', ')}</p>
      <button type="button" onClick={() => add('after')}>
        Scan
      </button>
      <button type="button" onClick={sendAgain}>
        Again
      </button>
      <button type="button" onClick={giveUp}>
        Discard
      </button>
    </>
  );
}

it.each([401, 408, 429, 500])(
  'keeps scans on the phone when the server answers %i, and sends them again',
  async (code) => {
    const refused = new Refusal(code, 'Not now.');
    await showPage(<Scanner />, { answers: { scanLabels: () => refused, refreshToken: () => refused } });
    await scan('SB-1');
    await until(() => said().includes('1 waiting') && (code === 401 || said().includes('Not now.')));
    // The phone is locked, and the page opened again later.
    await unmountAll();
    setAccessToken({ token: 't', expiresAt: Date.now() + 900_000 });
    const sent: string[] = [];
    await showPage(<Scanner />, {
      answers: {
        scanLabels: (request) => {
          sent.push(...scansOf(request).map(({ Label }) => Label));
          return found(request);
        },
      },
    });
    await until(() => said().includes('found SB-1') && said().includes('0 waiting'));
    expect(sent).toEqual(['SB-1']);
    expect(kept()).toEqual([]);
  },
);

it.each([400, 403, 404, 409])(
  'keeps a scan that was refused (%i) by its label until a person decides',
  async (code) => {
    let isClosed = true;
    const { received } = await showPage(<Scanner />, {
      answers: {
        scanLabels: (request) => (isClosed ? new Refusal(code, 'The stocktake is closed.') : found(request)),
      },
    });
    await scan('SB-1');
    await until(() => said().includes('The stocktake is closed.') && said().includes('0 waiting'));
    expect(said()).toContain('refused SB-1');
    expect(kept()).toMatchObject([{ Label: 'SB-1', isRefused: true }]);
    expect(received.filter((name) => name === 'scanLabels')).toHaveLength(1);
    isClosed = false;
    await click(byRole(document.body, 'button', 'Again'));
    await until(() => said().includes('found SB-1'));
    expect(said()).not.toContain('refused SB-1');
    isClosed = true;
    await scan('SB-2');
    await until(() => said().includes('refused SB-2'));
    await click(byRole(document.body, 'button', 'Discard'));
    await until(() => !said().includes('refused SB-2'));
    expect(kept()).toEqual([]);
  },
);

it('counts the scans beside a wrong one', async () => {
  const lost = new Refusal(500, 'Not now.');
  let isDown = true;
  await showPage(<Scanner />, {
    answers: {
      scanLabels: (request) =>
        isDown
          ? lost
          : scansOf(request).some(({ Label }) => Label === 'wrong')
            ? new Refusal(400, 'Not a label.')
            : found(request),
    },
  });
  for (const label of ['SB-1', 'wrong', 'SB-2']) await scan(label);
  await until(() => said().includes('3 waiting'));
  isDown = false;
  await scan('SB-3');
  await until(() => said().includes('0 waiting'));
  for (const label of ['SB-1', 'SB-2', 'SB-3']) expect(said()).toContain(`found ${label}`);
  expect(said()).toContain('refused wrong');
});

it('does not send the scans of another person on the same phone', async () => {
  localStorage.setItem('stocktake-7-999', JSON.stringify([{ ClientKey: 'k', Label: 'SB-9', Epoch: 1 }]));
  const { received } = await showPage(<Scanner />, { answers: { scanLabels: found } });
  await scan('SB-1');
  await until(() => said().includes('found SB-1'));
  expect(said()).not.toContain('SB-9');
  expect(received.filter((name) => name === 'scanLabels')).toHaveLength(1);
});

it('leaves out a blank label, and takes the spaces around others away', async () => {
  const { bodyOf, received } = await showPage(<Scanner />, { answers: { scanLabels: found } });
  await scan('   ');
  await scan(` SB-2${' '.repeat(600)}`);
  await until(() => said().includes('found SB-2'));
  expect(received.filter((name) => name === 'scanLabels')).toHaveLength(1);
  expect(bodyOf('scanLabels')).toMatchObject({ ScanList: [{ Label: 'SB-2' }] });
});

it('sends the next scan while what the page shows of the last one is still asked for', async () => {
  const { received } = await showPage(
    <>
      <Scanner />
      <Counts />
    </>,
    {
      answers: {
        scanLabels: found,
        getStocktakePage: () => (received.includes('scanLabels') ? new Promise(() => {}) : { Data: [], TotalCount: 0 }),
      },
    },
  );
  await until(() => said().includes('0 stocktakes'));
  await scan('SB-1');
  await until(() => said().includes('found SB-1'));
  await click(byRole(document.body, 'button', 'Scan'));
  await until(() => said().includes('found after'));
});

function Counts() {
  const { data } = useCall('getStocktakePage', { body: {} }, { scope: 'company' });
  return <p>{data ? `${data.TotalCount} stocktakes` : ''}</p>;
}
