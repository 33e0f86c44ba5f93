import { day } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { pagesInEnglish } from '../../testing/pagesInEnglish.ts';
import { act, byRole, click, type, until } from '../../testing/render.tsx';
import { showPage } from '../../testing/showPage.tsx';
import { SchemaForm, useSchemaForm } from '../form/index.ts';
import { DayField } from './DayField.tsx';

pagesInEnglish();

const Visit = z.object({ Day: day.nullable() });

it('says at the field that what was typed is no day, keeps it in sight, and saves nothing until it is one', async () => {
  const saved: unknown[] = [];
  function Page() {
    const form = useSchemaForm(Visit, { initial: { Day: null }, save: (values) => void saved.push(values) });
    return (
      <SchemaForm form={form}>
        <form.Field name="Day" label="Day">
          <DayField />
        </form.Field>
      </SchemaForm>
    );
  }
  await showPage(<Page />, { answers: {} });
  const field = () => byRole(document, 'textbox', 'Day') as HTMLInputElement;
  const typeAndLeave = async (words: string) => {
    await act(async () => field().focus());
    await type(field(), words);
    await act(async () => field().blur());
  };
  await typeAndLeave('2026-02-31');
  await until(() => document.querySelector('.ant-form-item-explain-error'));
  expect(field().placeholder).toBe('2026-02-31');
  await click(byRole(document, 'button', 'Save'));
  expect(saved).toEqual([]);
  await typeAndLeave('2026-02-28');
  await until(() => !document.querySelector('.ant-form-item-explain-error'));
  await click(byRole(document, 'button', 'Save'));
  await until(() => saved.length === 1);
  expect(saved).toEqual([{ Day: '2026-02-28' }]);
});
