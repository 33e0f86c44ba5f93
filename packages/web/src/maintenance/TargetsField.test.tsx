import type { ServiceTarget } from '@watchpost/contract';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { type, until } from '../testing/render.tsx';
import { showPage } from '../testing/showPage.tsx';
import { TargetsField } from './TargetsField.tsx';

pagesInEnglish();

let held: readonly ServiceTarget[] = [];
function Held() {
  const [value, set] = useState<readonly ServiceTarget[]>([
    { Level: 1, ResponseMinutes: 15, ArrivalMinutes: 120, ResolutionMinutes: 480 },
  ]);
  held = value;
  return <TargetsField value={value} onChange={set} />;
}

it('leaves a target that is emptied empty, and takes what is typed then as it is', async () => {
  await showPage(<Held />, {});
  const field = await until(() => document.querySelector<HTMLInputElement>('input[aria-label="Response 1"]'));
  await type(field, '');
  expect([held[0]?.ResponseMinutes, field.value]).toEqual([null, '']);
  await type(field, '30');
  expect([held[0]?.ResponseMinutes, field.value]).toEqual([30, '30']);
});
