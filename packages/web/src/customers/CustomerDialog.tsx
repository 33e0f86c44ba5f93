import { CustomerChange, type CustomerRow, NewCustomer } from '@watchpost/contract';
import { Button, Form, Input, Select } from 'antd';
import { useMemo } from 'react';
import type { z } from 'zod';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { DayField } from '../ui/days/index.ts';
import { FormDialog, NumberField, type SchemaFormState, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { callsAboutCustomers } from './callsAboutCustomers.ts';
import './customers.css';
import { customerText } from './text.ts';

/** Adds a customer, or edits one. */
export function CustomerDialog({ present, onClose }: { present: CustomerRow | null; onClose: () => void }) {
  const t = useText(customerText);
  const { projects } = useSession();
  const save = useSave(callsAboutCustomers, onClose);
  const initial = useMemo(
    () => ({
      ShopName: present?.ShopName ?? '',
      ContactList: present?.ContactList ?? [],
      ContractNumber: present?.ContractNumber ?? '',
      StartDate: present?.StartDate,
      EndDate: present?.EndDate,
      MonitoringYears: present?.MonitoringYears ?? null,
      Province: present?.Province ?? '',
      City: present?.City ?? '',
      ServiceProvider: present?.ServiceProvider ?? '',
      YearlyFee: present?.YearlyFee ?? null,
      ProjectIdList: present?.ProjectList.map(({ ProjectId }) => ProjectId) ?? [],
      Note: present?.Note ?? '',
    }),
    [present],
  );
  const form = useSchemaForm(NewCustomer, {
    initial,
    add: (body) => save('addCustomer', { body }, t.added),
    edit:
      present &&
      (({ ProjectIdList, ...body }, { inList }) => {
        const { added, removed } = inList('ProjectIdList');
        const projects = ProjectIdList && { AddProjectIdList: added, RemoveProjectIdList: removed };
        const change = CustomerChange.parse({ ...body, ...projects, CustomerId: present.CustomerId });
        return save('editCustomer', { body: change as never }, t.saved);
      }),
  });
  return (
    <FormDialog form={form} title={present ? t.editCustomer : t.add} width={720} onClose={onClose}>
      <div className="form-columns">
        <form.Field name="ShopName" label={t.shop}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="ContractNumber" label={t.contract}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="StartDate" label={t.start}>
          <DayField />
        </form.Field>
        <form.Field name="EndDate" label={t.end} extra={present ? t.endHint : undefined}>
          <DayField disabled={present !== null} />
        </form.Field>
        <form.Field name="MonitoringYears" label={t.years}>
          <NumberField min={1} max={50} precision={0} />
        </form.Field>
        <form.Field name="YearlyFee" label={t.fee}>
          <NumberField min={0} precision={2} />
        </form.Field>
        <form.Field name="Province" label={t.province}>
          <Input maxLength={20} />
        </form.Field>
        <form.Field name="City" label={t.city}>
          <Input maxLength={20} />
        </form.Field>
        <form.Field name="ServiceProvider" label={t.provider}>
          <Input maxLength={50} />
        </form.Field>
        <div className="form-wide">
          <ContactsField form={form} />
          <form.Field name="ProjectIdList" label={t.projects}>
            <Select
              mode="multiple"
              options={projects.map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName }))}
              showSearch={{ optionFilterProp: 'label' }}
            />
          </form.Field>
          <form.Field name="Note" label={t.note}>
            <Input.TextArea maxLength={200} autoSize={{ minRows: 1, maxRows: 4 }} />
          </form.Field>
        </div>
      </div>
    </FormDialog>
  );
}

type Contact = NonNullable<z.input<typeof NewCustomer>['ContactList']>[number];
const blank: Contact = { Name: '', Mobile: '', Email: '' };
const mostContacts = 10;

/** The people of a shop, each on a line; what is wrong stands at the box that it is about. */
function ContactsField({ form }: { form: SchemaFormState<typeof NewCustomer> }) {
  const t = useText(customerText);
  const contacts = (Form.useWatch('ContactList', { form: form.antd, preserve: true }) ?? []) as readonly Contact[];
  const set = (next: readonly Contact[]) => {
    form.antd.setFieldValue('ContactList', next);
    form.noteChange();
  };
  return (
    <fieldset className="customer-contacts">
      <legend>{t.contacts}</legend>
      {contacts.map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a contact has nothing else to tell it by while it is typed.
        <div key={place} className="customer-contact">
          <form.Field name={['ContactList', place, 'Name']}>
            <Input aria-label={t.contactName} placeholder={t.contactName} maxLength={50} />
          </form.Field>
          <form.Field name={['ContactList', place, 'Mobile']}>
            <Input aria-label={t.mobile} placeholder={t.mobile} maxLength={20} />
          </form.Field>
          <form.Field name={['ContactList', place, 'Email']}>
            <Input aria-label={t.email} placeholder={t.email} maxLength={254} />
          </form.Field>
          <Button type="text" onClick={() => set(contacts.filter((_contact, i) => i !== place))}>
            {t.removeContact}
          </Button>
        </div>
      ))}
      {contacts.length < mostContacts ? (
        <Button onClick={() => set([...contacts, blank])}>{t.addContact}</Button>
      ) : null}
    </fieldset>
  );
}
