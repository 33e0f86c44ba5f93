import { likeWithinKelvin, minPeerDevices, type PreAlarm } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { InTestShell } from '../testing/InTestShell.tsx';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { render } from '../testing/render.tsx';
import { ComparedWith } from './ComparedWith.tsx';

pagesInEnglish();

it('names each device that a warning was compared with, with its figure, and by what they are alike', async () => {
  const like = { Mtid: 4, MName: 'Freezer 4', ProjectId: 1, ProjectName: 'Store', Value: 48.3 };
  const { container } = await render(
    <InTestShell>
      <ComparedWith
        like={{
          ClassName: 'Cold room',
          List: [like, { ...like, Mtid: 9, MName: 'Freezer 9', ProjectId: 2, ProjectName: 'Plant', Value: null }],
          HiddenCount: 3,
        }}
        warning={{ ProjectId: 1, PointName: 'Compressor', Unit: '%', Type: 'dutyCycle' } as PreAlarm}
      />
    </InTestShell>,
  );
  expect([...container.querySelectorAll('li')].map((one) => one.textContent)).toEqual([
    'Freezer 448 %',
    'Freezer 9Plant–',
  ]);
  expect([...container.querySelectorAll('a')].map((one) => one.getAttribute('href'))).toEqual([
    '/monitor/unit?id=4&project=1',
    '/monitor/unit?id=9&project=2',
  ]);
  for (const words of ['3 more not listed', 'Cold room', 'Compressor', `${likeWithinKelvin} K`, `${minPeerDevices} of`])
    expect(container.textContent).toContain(words);
});
