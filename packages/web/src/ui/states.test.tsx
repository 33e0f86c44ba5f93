import { MemoryRouter, useLocation } from 'react-router';
import { expect, it } from 'vitest';
import { CallError } from '../lib/CallError.ts';
import { switchLanguage } from '../lib/language.ts';
import { byRole, click, render, until } from '../testing/render.tsx';
import { PageBackContext } from './PageTitle.tsx';
import { ErrorState } from './states.tsx';

const Where = () => <output>{useLocation().pathname}</output>;

it.each([
  ['en', 'It does not exist, or is not yours', 'Back to the list'],
  ['zh', '它不存在，或者不属于您', '返回列表'],
] as const)(
  'says of a thing that is not there that it is missing, and leads to the list (%s)',
  async (language, title, back) => {
    switchLanguage(language);
    const { container, unmount } = await render(
      <MemoryRouter initialEntries={['/monitor/unit?id=99999']}>
        <PageBackContext value="/monitor/commonTable">
          <ErrorState error={new CallError(404, 'Not found')} onRetry={() => {}} />
        </PageBackContext>
        <Where />
      </MemoryRouter>,
    );
    expect(container.querySelector('[role=alert]')?.textContent).toContain(title);
    await click(byRole(container, 'button', back));
    await until(() => container.querySelector('output')?.textContent === '/monitor/commonTable');
    await unmount();
  },
);
