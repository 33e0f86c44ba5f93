import { type CustomerDetail, type CustomerRow, calls, lostReasonNames, lostReasons } from '@watchpost/contract';
import { Input, Select } from 'antd';
import dayjs from 'dayjs';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { DayField } from '../ui/days/index.ts';
import { ConfirmDialog, FormDialog, NumberField, useSchemaForm } from '../ui/form/index.ts';
import { useNotify, useSave } from '../ui/index.ts';
import { callsAboutCustomers } from './callsAboutCustomers.ts';
import { customerText } from './text.ts';

/** How a state looks in a list. */
export const isGoodState = { running: true, due: false, expired: false, lost: null } as const;

/** Proposes a year from the present end, or from today if the service has ended. */
export function RenewDialog({ customer, onClose }: { customer: CustomerRow; onClose: () => void }) {
  const t = useText(customerText);
  const save = useSave(callsAboutCustomers, onClose);
  const form = useSchemaForm(calls.renewCustomer.body, {
    initial: {
      CustomerId: customer.CustomerId,
      FromEnd: customer.EndDate,
      EndDate: dayjs(customer.EndDate).add(Math.max(0, -customer.DaysLeft), 'day').add(1, 'year').format('YYYY-MM-DD'),
      ContractNumber: '',
      Amount: customer.YearlyFee,
      Note: '',
    },
    save: (body) => save('renewCustomer', { body }, t.renewed),
  });
  return (
    <FormDialog form={form} title={t.renewOf(customer.ShopName)} submitText={t.renew} onClose={onClose}>
      <p>{t.renewHint(customer.EndDate, customer.DaysLeft < 0)}</p>
      <div className="form-columns">
        <form.Field name="EndDate" label={t.newEnd}>
          <DayField />
        </form.Field>
        <form.Field name="Amount" label={t.amount}>
          <NumberField min={0} precision={2} />
        </form.Field>
        <form.Field name="ContractNumber" label={t.contract} extra={t.keepNumber}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="Note" label={t.note}>
          <Input maxLength={200} />
        </form.Field>
      </div>
    </FormDialog>
  );
}

export function UndoRenewalDialog({
  customer: { CustomerId, ShopName },
  renewal: { FromEnd, ToEnd },
  onClose,
}: {
  customer: CustomerRow;
  renewal: NonNullable<CustomerDetail['UndoableRenewal']>;
  onClose: () => void;
}) {
  const t = useText(customerText);
  const save = useSave(callsAboutCustomers, onClose);
  return (
    <ConfirmDialog
      title={t.undoRenewalOf(ShopName)}
      ok={t.undoRenewal}
      act={() => save('undoRenewal', { body: { CustomerId, ToEnd } }, t.undoRenewalSaid)}
      onClose={onClose}
    >
      <p>{t.undoRenewalHint(FromEnd, ToEnd)}</p>
    </ConfirmDialog>
  );
}

export function LostDialog({ customer, onClose }: { customer: CustomerRow; onClose: () => void }) {
  const t = useText(customerText);
  const inWords = useBilingual();
  const save = useSave(callsAboutCustomers, onClose);
  const form = useSchemaForm(calls.markCustomerLost.body, {
    initial: { CustomerId: customer.CustomerId, Reason: '' },
    save: (body) => save('markCustomerLost', { body }, t.lostSaid),
  });
  return (
    <FormDialog form={form} title={t.lostOf(customer.ShopName)} submitText={t.lost} onClose={onClose}>
      <form.Field name="LostReason" label={t.lostReason}>
        <Select options={lostReasonNames.map((value) => ({ value, label: inWords(lostReasons[value]) }))} />
      </form.Field>
      <form.Field name="Reason" label={t.note}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 5 }} />
      </form.Field>
    </FormDialog>
  );
}

/** Takes back that a customer is lost, as a mistake is. */
export function useUndoLost(): (customerId: number) => void {
  const t = useText(customerText);
  const notify = useNotify();
  const save = useSave(callsAboutCustomers);
  return (CustomerId) => {
    save('undoCustomerLost', { body: { CustomerId } }, t.undoLostSaid).catch(notify.failure);
  };
}
