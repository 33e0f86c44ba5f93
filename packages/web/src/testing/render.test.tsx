import { expect, it } from 'vitest';
import { useCall } from '../lib/useCall.ts';
import { pagesInEnglish } from './pagesInEnglish.ts';
import { until } from './render.tsx';
import { showPage } from './showPage.tsx';

pagesInEnglish();

function Page() {
  useCall('getVPNPage', { body: {} }, { retry: false });
  return <p>Nothing to see</p>;
}

it('what is waited for in vain says what the page says instead, and which call had no answer', async () => {
  await showPage(<Page />);
  const error: Error = await until(() => document.querySelector('table')).catch((reason) => reason);
  expect(error.message).toContain('The page says: Nothing to see');
  expect(error.message).toContain('no answer for getVPNPage');
});
