import type { TriedMapping } from '@watchpost/contract';
import { expect, it } from 'vitest';
import type { FakeCalls } from '../testing/fakeApi.ts';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { act, byRole, click, type, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import { MappingEditPage } from './MappingEditPage.tsx';
import { emptyMapping } from './mappingPresets.ts';

pagesInEnglish();

const tried: TriedMapping = {
  Kind: 'readings',
  Readings: [
    {
      Device: 'case1',
      Key: 'temp',
      Value: -18.2,
      Text: null,
      Unit: null,
      TimeEPOCH: null,
      Quality: 'good',
      Reason: null,
      Refused: null,
      PointName: null,
    },
    {
      Device: 'case1',
      Key: 'door',
      Value: null,
      Text: 'ERR',
      Unit: null,
      TimeEPOCH: null,
      Quality: 'bad',
      Reason: 'reportedByGateway',
      Refused: null,
      PointName: null,
    },
    {
      Device: 'case1',
      Key: 'old',
      Value: 4,
      Text: null,
      Unit: null,
      TimeEPOCH: 0,
      Quality: 'good',
      Reason: null,
      Refused: 'older than what is kept',
      PointName: null,
    },
  ],
  ReadingCount: 3,
  UsableCount: 1,
  RefusedEntries: 0,
  Answer: null,
  Command: { Topic: 'usr/case1/down', Payload: '{"id":"1"}' },
};

const show = (at: string, answers: FakeCalls) =>
  showPage(<MappingEditPage />, {
    answers: { getDeviceMQTT: () => ({ Data: [], TotalCount: 0 }), tryMapping: () => tried, ...answers },
    held: ['terminalsEdit'],
    at,
  });
const field = (name: string) => byRole(document, 'textbox', name) as HTMLInputElement;

const usr = { ...emptyMapping, Topic: 'usr/{device}/up', Failures: ['ERR'] };

it('shows what the settings make of a message while they are typed, and keeps nothing until it is saved', async () => {
  const { bodyOf, received } = await show('/?id=7', {
    getMappingProfile: () => ({ MappingProfileId: 7, MappingName: 'USR', Note: '', CanEdit: true, ...usr }),
    updateMappingProfile: () => null,
  });
  await until(() => field('Topic of the message') !== null);
  await type(field('Topic of the message'), 'usr/case1/up');
  await type(field('Message'), '{"temp":"-18.2","door":"ERR"}');
  await until(() => said().includes('1 value found, 2 more not usable'));
  expect(bodyOf('tryMapping')).toMatchObject({
    Mapping: { Topic: 'usr/{device}/up', Values: ['/{key}'] },
    MessageTopic: 'usr/case1/up',
  });
  expect(said()).toContain('The gateway reported an error · the message says “ERR”');
  expect(said()).toContain('Would be left out: older than what is kept');
  expect(said()).toContain('usr/case1/down');
  expect(received).not.toContain('updateMappingProfile');

  await type(field('Topic of the readings'), 'site/+x');
  await act(async () => field('Topic of the readings').dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  await until(() => said().includes('The result shows once the settings on the left are complete'));
  await type(field('Topic of the readings'), 'site/{device}');
  await click(byRole(document, 'button', 'Save'));
  await until(() => received.includes('updateMappingProfile'));
  expect(bodyOf('updateMappingProfile')).toEqual({
    CompanyId: 1,
    MappingProfileId: 7,
    Topic: 'site/{device}',
  });
});

it('who may not set up every gateway that uses it can look and copy, not change', async () => {
  await show('/?id=7', {
    getMappingProfile: () => ({ MappingProfileId: 7, MappingName: 'USR', Note: '', CanEdit: false, ...usr }),
  });
  await until(() => said().includes('you can only look'));
  expect(field('Topic of the readings').closest('fieldset')?.disabled).toBe(true);
});
