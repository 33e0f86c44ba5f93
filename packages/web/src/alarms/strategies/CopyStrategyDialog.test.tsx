import { permissions, type StrategyRow } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { fakeApi } from '../../testing/fakeApi.ts';
import { InTestShell } from '../../testing/InTestShell.tsx';
import { pagesInEnglish } from '../../testing/pagesInEnglish.ts';
import { byRole, render, type, until } from '../../testing/render.tsx';
import { testSession } from '../../testing/session.ts';
import { CopyStrategyDialog } from './CopyStrategyDialog.tsx';

pagesInEnglish();

it('the name of a copy has its label, and says beside it what is wrong before anything is sent', async () => {
  const sent: unknown[] = [];
  fakeApi({
    copyAlarmStrategy: ({ body }) => {
      sent.push(body);
      return [];
    },
  });
  const strategy = { StrategyId: 9, ProjectId: 1, StrategyName: 'Freezer' } as StrategyRow;
  await render(
    <InTestShell session={testSession({ held: [permissions.alarmStrategyEdit.id] })}>
      <CopyStrategyDialog strategy={strategy} onClose={() => undefined} />
    </InTestShell>,
  );
  await until(() => document.querySelector('[role=dialog] label[for]'));
  const name = byRole(document, 'textbox', 'New name');
  await type(name, 'A');
  await until(() => document.body.textContent?.includes('A policy name has 2 to 25 characters'));
  expect((byRole(document, 'button', 'Preview') as HTMLButtonElement).disabled).toBe(true);
  expect(sent).toEqual([]);
});
