import { accountName, email, id, mobile, orEmpty, personName, say } from '@watchpost/contract';
import { App, ConfigProvider, Input } from 'antd';
import { useState } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { CallError } from '../../lib/CallError.ts';
import { switchLanguage } from '../../lib/language.ts';
import { act, byRole, click, render, type, until } from '../../testing/render.tsx';
import { useFocusReturn } from '../useFocusReturn.ts';
import { FormDialog, SchemaForm, useSchemaForm } from './index.ts';
import { NumberField } from './NumberField.tsx';

const Member = z
  .object({ Name: personName, Account: accountName, Phone: mobile, Email: orEmpty(email), RoleId: id.optional() })
  .refine(({ Name, Account }) => Name !== Account, {
    path: ['Account'],
    error: say({ zh: '用户名不能与姓名相同', en: 'The username is not the name' }),
  });
type Save = (values: z.input<typeof Member>) => unknown;

const initial = { Name: 'Wang Qiang', Account: 'wangqiang', Phone: '13800138000', Email: '', RoleId: 4 };
function Fields({ Field }: Pick<ReturnType<typeof useSchemaForm<typeof Member>>, 'Field'>) {
  return (
    <>
      <Field name="Name" label="Name">
        <Input />
      </Field>
      <Field name="Account" label="Account">
        <Input />
      </Field>
      <Field name="Phone" label="Phone">
        <Input />
      </Field>
      <Field name="Email" label="Email">
        <Input />
      </Field>
    </>
  );
}
function MemberPage({ save, values = initial }: { save: Save; values?: object }) {
  const form = useSchemaForm(Member, { initial: values, save });
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => navigate('/elsewhere')}>
        Elsewhere
      </button>
      <button type="button" onClick={() => navigate('?tab=2')}>
        Tab
      </button>
      <output>{useLocation().pathname + useLocation().search}</output>
      <SchemaForm form={form}>
        <Fields Field={form.Field} />
      </SchemaForm>
    </>
  );
}
function MemberDialog({ save }: { save: Save }) {
  const [open, setOpen] = useState(true);
  return open ? <OpenDialog save={save} onClose={() => setOpen(false)} /> : <p>closed</p>;
}
function OpenDialog({ save, onClose }: { save: Save; onClose: () => void }) {
  const form = useSchemaForm(Member, { initial, save: (values) => [save(values), onClose()] });
  return (
    <FormDialog form={form} title="Edit member" onClose={onClose}>
      <Fields Field={form.Field} />
    </FormDialog>
  );
}

let shown: Awaited<ReturnType<typeof render>> | null = null;
const around = (node: React.ReactNode) => (
  <ConfigProvider theme={{ token: { motion: false } }}>
    <App>
      <MemoryRouter>{node}</MemoryRouter>
    </App>
  </ConfigProvider>
);
const show = async (node: React.ReactNode) => {
  shown = await render(around(node));
};
beforeEach(() => switchLanguage('en'));
afterEach(async () => {
  await shown?.unmount();
  shown = null;
  document.body.innerHTML = '';
});

const field = (name: string) => byRole(document, 'textbox', name) as HTMLInputElement;
const leave = (name: string) =>
  act(async () => field(name).dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
const besides = (name: string) =>
  field(name).closest('.ant-form-item')?.querySelector('.ant-form-item-explain-error')?.textContent ?? null;
const place = () => document.querySelector('output')?.textContent;
const says = (words: string) => document.body.textContent?.includes(words) ?? false;

it('says what is wrong with a field as it is left, not while it is typed, and takes it back when it is met', async () => {
  await show(<MemberPage save={() => {}} />);
  await type(field('Account'), 'short');
  expect(besides('Account')).toBeNull();
  await leave('Account');
  await until(() => besides('Account') === 'A username has 8 to 16 characters and no spaces');
  await type(field('Account'), 'long enough?');
  await until(() => besides('Account') !== null);
  await type(field('Account'), 'longenough');
  await until(() => besides('Account') === null);
});

it('says it in the language of the screen, also when that changes', async () => {
  await show(<MemberPage save={() => {}} />);
  await type(field('Name'), '');
  await leave('Name');
  await until(() => besides('Name') === 'Required');
  await act(async () => switchLanguage('zh'));
  await until(() => besides('Name') === '必填');
});

it('leaves a number as it was typed, and says what is wrong with it', async () => {
  const Price = z.object({ Price: z.number().min(0.01, 'An amount above 0').max(100, 'At most 100') });
  const saved: number[] = [];
  function PricePage() {
    const form = useSchemaForm(Price, { initial: { Price: 5 }, save: ({ Price }) => void saved.push(Price) });
    return (
      <SchemaForm form={form}>
        <form.Field name="Price" label="Price">
          <NumberField min={0.01} max={100} precision={2} />
        </form.Field>
        <button type="submit">Save</button>
      </SchemaForm>
    );
  }
  await show(<PricePage />);
  const number = () => byRole(document, 'spinbutton', 'Price') as HTMLInputElement;
  for (const [typed, words] of [
    ['-50', 'An amount above 0'],
    ['5000', 'At most 100'],
    ['−50', 'An amount above 0'],
    ['abc', 'Must be a number'],
    ['1,5', 'Must be a number'],
  ] as const) {
    await type(number(), typed);
    await act(async () => number().dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    await until(() => says(words));
    expect(number().value).toBe(typed.replace('−', '-'));
    await click(byRole(document, 'button', 'Save'));
    expect(saved).toEqual([]);
  }
});

it('takes the whole of a text that is too long, counts it and says so', async () => {
  const Note = z.object({ Note: z.string().max(20) });
  function NotePage() {
    const form = useSchemaForm(Note, { initial: { Note: '' }, save: () => {} });
    return (
      <SchemaForm form={form}>
        <form.Field name="Note" label="Note">
          <Input maxLength={20} />
        </form.Field>
      </SchemaForm>
    );
  }
  await show(<NotePage />);
  expect(field('Note').maxLength).toBe(-1);
  await type(field('Note'), 'Harbour Road 1, gate');
  expect(says('20 / 20')).toBe(false);
  await type(field('Note'), 'Harbour Road 1, gate 4');
  expect([field('Note').value, says('22 / 20')]).toEqual(['Harbour Road 1, gate 4', true]);
  await leave('Note');
  await until(() => besides('Note')?.includes('20'));
});

it('marks what may not be left empty, and lets be empty what may', async () => {
  await show(<MemberPage save={() => {}} />);
  const marked = (name: string) =>
    document.querySelector(`label[for="${field(name).id}"]`)?.className.includes('required') ?? false;
  expect(['Name', 'Phone', 'Email'].map(marked)).toEqual([true, true, false]);
  await leave('Email');
  expect(besides('Email')).toBeNull();
});

it('says a rule about two fields beside the one it names, and takes it back when the other one changes', async () => {
  await show(<MemberPage save={() => {}} values={{ ...initial, Name: 'wangqiang' }} />);
  await leave('Account');
  await until(() => besides('Account') === 'The username is not the name');
  await type(field('Name'), 'Wang Qiang');
  await until(() => besides('Account') === null);
});

it('goes to the first wrong field instead of sending', async () => {
  const sent: unknown[] = [];
  await show(<MemberPage save={(values) => sent.push(values)} values={{ ...initial, Account: 'x', Phone: '' }} />);
  await click(byRole(document, 'button', 'Save'));
  await until(() => besides('Phone') === 'Required');
  expect(document.activeElement).toBe(field('Account'));
  expect(sent).toEqual([]);
});

it('sends what stands in the fields, and what the form was given besides', async () => {
  const sent: unknown[] = [];
  await show(<MemberPage save={(values) => sent.push(values)} />);
  await type(field('Name'), 'Wang Wei');
  await click(byRole(document, 'button', 'Save'));
  await until(() => sent.length === 1);
  expect(sent).toEqual([{ ...initial, Name: 'Wang Wei' }]);
});

const Store = z.object({
  StoreId: id,
  Name: personName,
  Address: orEmpty(z.string()),
  Latitude: z.string().nullable(),
  Longitude: z.string().nullable(),
  LabelList: z.array(z.string()),
});
function StorePage({ store, save }: { store: z.input<typeof Store>; save: (...sent: unknown[]) => unknown }) {
  const form = useSchemaForm(Store, {
    initial: store,
    edits: ['StoreId'],
    together: [['Latitude', 'Longitude']],
    save: (body, change) => save(body, change.inList('LabelList')),
  });
  return (
    <SchemaForm form={form}>
      {(['Name', 'Address', 'Longitude'] as const).map((name) => (
        <form.Field key={name} name={name} label={name}>
          <Input />
        </form.Field>
      ))}
      <button type="button" onClick={() => form.antd.setFieldValue('LabelList', ['VIP', 'Harbour'])}>
        Label
      </button>
    </SchemaForm>
  );
}
const store = { StoreId: 7, Name: 'North', Address: '', Latitude: '30', Longitude: '120', LabelList: ['New', 'VIP'] };

it('of something that exists it hands on only what was changed, groups and lists so that nobody else’s change is undone', async () => {
  const sent: unknown[] = [];
  await show(<StorePage store={store} save={(...all) => sent.push(all)} />);
  await type(field('Name'), 'North gate');
  await click(byRole(document, 'button', 'Label'));
  // Loaded again meanwhile: somebody else has set the address.
  await shown?.again(
    around(<StorePage store={{ ...store, Address: 'Harbour Road 1' }} save={(...all) => sent.push(all)} />),
  );
  await click(byRole(document, 'button', 'Save'));
  await until(() => sent.length === 1);
  expect(sent[0]).toEqual([
    { StoreId: 7, Name: 'North gate', LabelList: ['VIP', 'Harbour'] },
    { added: ['Harbour'], removed: ['New'] },
  ]);
  await type(field('Longitude'), '121');
  await click(byRole(document, 'button', 'Save'));
  await until(() => sent.length === 2);
  expect(sent[1]).toEqual([
    { StoreId: 7, Latitude: '30', Longitude: '121' },
    { added: [], removed: [] },
  ]);
});

it('pressing Enter again while it is being sent sends nothing more', async () => {
  let sent = 0;
  const send = () => {
    sent += 1;
    return new Promise(() => {});
  };
  await show(<MemberPage save={send} />);
  const enter = () => act(async () => field('Name').form?.requestSubmit());
  await enter();
  await until(() => sent === 1);
  await enter();
  await enter();
  expect(sent).toBe(1);
});

it('puts what the server refuses beside its field, until the field says something else', async () => {
  const refuse = () => {
    throw new CallError(400, 'Check your input', [{ Field: 'Account', Message: 'Already in use' }]);
  };
  await show(<MemberPage save={refuse} />);
  await click(byRole(document, 'button', 'Save'));
  await until(() => besides('Account') === 'Already in use');
  expect(document.activeElement).toBe(field('Account'));
  expect(document.querySelector('[role=alert].ant-alert')).toBeNull();
  await type(field('Name'), 'Wang Wei');
  await leave('Name');
  expect(besides('Account')).toBe('Already in use');
  await type(field('Account'), 'wangqiang2');
  await until(() => besides('Account') === null);
});

it('says above the fields what belongs to none of them', async () => {
  const refuse = () => {
    throw new CallError(409, 'This member was deleted meanwhile.');
  };
  await show(<MemberPage save={refuse} />);
  await click(byRole(document, 'button', 'Save'));
  await until(() => document.querySelector('.ant-alert')?.textContent === 'This member was deleted meanwhile.');
});

it('asks before changes are left, by a link or by closing the tab, and not before', async () => {
  await show(<MemberPage save={() => {}} />);
  const closing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(closing()).toBe(false);
  await type(field('Name'), 'Wang Wei');
  expect(closing()).toBe(true);
  await click(byRole(document, 'button', 'Tab'));
  expect(place()).toBe('/?tab=2');
  await click(byRole(document, 'button', 'Elsewhere'));
  await until(() => says('Leave without saving?'));
  expect(place()).toBe('/?tab=2');
  await click(byRole(document, 'button', 'Keep editing'));
  await until(() => !says('Leave without saving?'));
  expect(place()).toBe('/?tab=2');
  await click(byRole(document, 'button', 'Elsewhere'));
  await click(await until(() => byRole(document, 'button', 'Leave')));
  await until(() => place() === '/elsewhere');
});

it('asks nothing once it is saved', async () => {
  await show(<MemberPage save={() => {}} />);
  await type(field('Name'), 'Wang Wei');
  await click(byRole(document, 'button', 'Save'));
  await click(byRole(document, 'button', 'Elsewhere'));
  await until(() => place() === '/elsewhere');
});

it('a dialog closes at once without changes, and asks with changes', async () => {
  await show(<MemberDialog save={() => {}} />);
  await click(byRole(document, 'button', 'Cancel'));
  await until(() => says('closed'));
  await shown?.unmount();
  await show(<MemberDialog save={() => {}} />);
  await type(field('Name'), 'Wang Wei');
  await click(byRole(document, 'button', 'Cancel'));
  await until(() => says('Leave without saving?'));
  expect(says('closed')).toBe(false);
  await click(byRole(document, 'button', 'Leave'));
  await until(() => says('closed'));
});

it('a dialog that is closed gives the focus back to what opened it', async () => {
  function Opener() {
    useFocusReturn();
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {open ? <OpenDialog save={() => {}} onClose={() => setOpen(false)} /> : null}
      </>
    );
  }
  await show(<Opener />);
  const opener = byRole(document, 'button', 'Open');
  opener.focus();
  await click(opener);
  await until(() => field('Name'));
  await act(async () => field('Name').focus());
  await click(byRole(document, 'button', 'Cancel'));
  await until(() => document.activeElement === opener);
});

it('a dialog sends by its button and by Enter', async () => {
  const sent: string[] = [];
  await show(<MemberDialog save={({ Name }) => sent.push(Name)} />);
  await type(field('Name'), 'Wang Wei');
  await act(async () => {
    field('Name').form?.requestSubmit();
  });
  await until(() => says('closed'));
  expect(sent).toEqual(['Wang Wei']);
});
