import { type PrepaidRow, RechargeDraft, rechargeChannels, tripGates } from '@watchpost/contract';
import { Input, Select } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useCall } from '../lib/useCall.ts';
import { ConfirmDialog, FormDialog, NumberField, useSchemaForm } from '../ui/form/index.ts';
import { ErrorState, ListSkeleton, useNotify, useSave } from '../ui/index.ts';
import { callsAboutPrepaid } from './callsAboutPrepaid.ts';
import { prepaidText } from './text.ts';
import { yuanOf } from './yuanOf.ts';

export interface DialogProps {
  readonly account: PrepaidRow;
  readonly onClose: () => void;
}

/** A number of its own for this attempt: sent again, it is the same recharge. */
const newNumber = (): string => `R${Date.now().toString(36)}${crypto.randomUUID().slice(0, 8)}`.toUpperCase();

export function RechargeDialog({ account, onClose }: DialogProps) {
  const t = useText(prepaidText);
  const inWords = useBilingual();
  const save = useSave(callsAboutPrepaid, onClose);
  const [orderNumber] = useState(newNumber);
  const form = useSchemaForm(RechargeDraft, {
    initial: { OrderNumber: orderNumber, AccountId: account.AccountId, Channel: 'cash', ExternalId: '' },
    save: ({ AmountYuan, ...body }) =>
      save('rechargeMeter', { body: { ...body, Amount: Math.round(Number(AmountYuan) * 100) } }, ({ BalanceFen }) =>
        t.credited(yuanOf(BalanceFen)),
      ),
  });
  return (
    <FormDialog form={form} title={t.rechargeTitle(account.Consumer)} submitText={t.recharge} onClose={onClose}>
      <p style={{ marginBottom: 16 }}>
        {t.balance}: {yuanOf(account.BalanceFen)}
      </p>
      <form.Field name="AmountYuan" label={t.amount}>
        <NumberField min={0.01} max={1_000_000} precision={2} style={{ width: '100%' }} />
      </form.Field>
      <form.Field name="Channel" label={t.channel}>
        <Select
          options={(Object.keys(rechargeChannels) as (keyof typeof rechargeChannels)[]).map((value) => ({
            value,
            label: inWords(rechargeChannels[value]),
          }))}
        />
      </form.Field>
      <form.Field name="ExternalId" label={t.external} extra={t.externalHint}>
        <Input maxLength={80} />
      </form.Field>
    </FormDialog>
  );
}

export function ReasonField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const t = useText(prepaidText);
  return (
    <Input.TextArea
      aria-label={t.reason}
      placeholder={t.reason}
      maxLength={200}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
/** Spec §5.3. */
export const isReason = (text: string): boolean => [...text.trim()].length >= 10;

export function CloseDialog({ account, onClose }: DialogProps) {
  const t = useText(prepaidText);
  const save = useSave(callsAboutPrepaid, onClose);
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      title={t.closeTitle(account.Consumer)}
      ok={t.close}
      disabled={!isReason(reason)}
      act={() => save('closePrepaidAccount', { body: { AccountId: account.AccountId, Reason: reason } }, t.closedSaid)}
      onClose={onClose}
    >
      <p>
        {t.balance}: {yuanOf(account.BalanceFen)}. {t.closeHint}
      </p>
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}

/** Cuts or restores power; before it is cut, says what has to hold and whether it does. */
export function SwitchDialog({ account, want, onClose }: DialogProps & { readonly want: 'off' | 'on' }) {
  const t = useText(prepaidText);
  const inWords = useBilingual();
  const notify = useNotify();
  const save = useSave(callsAboutPrepaid, onClose);
  const [reason, setReason] = useState('');
  const gates = useCall('getSwitchGates', want === 'off' ? { query: { accountId: account.AccountId } } : null);
  const mayGo = want === 'on' || gates.data?.every(({ IsMet }) => IsMet) === true;
  const act = async () => {
    const { State } = await save('orderSwitch', { body: { AccountId: account.AccountId, Want: want, Reason: reason } });
    if (State === 'done') notify.success(t.done);
    else notify.info(State === 'failed' ? t.failed : t.unknown);
  };
  return (
    <ConfirmDialog
      title={want === 'off' ? t.offTitle(account.Consumer) : t.onTitle(account.Consumer)}
      ok={want === 'off' ? t.switchOff : t.switchOn}
      danger={want === 'off'}
      disabled={!mayGo || !isReason(reason)}
      act={act}
      onClose={onClose}
    >
      {want === 'on' ? (
        <p>{t.onHint}</p>
      ) : gates.error && !gates.data ? (
        <ErrorState error={gates.error} onRetry={() => void gates.refetch()} />
      ) : !gates.data ? (
        <ListSkeleton rows={4} />
      ) : (
        <>
          <p>{t.gates}</p>
          <ul className="prepaid-gates">
            {gates.data.map(({ Gate, IsMet, BehindList }) => (
              <li key={Gate}>
                <span>
                  {inWords(tripGates[Gate])}
                  {BehindList.length > 0 ? <div className="prepaid-muted">{t.behind(BehindList)}</div> : null}
                </span>
                <b className={IsMet ? 'prepaid-met' : 'prepaid-not-met'}>{IsMet ? t.met : t.notMet}</b>
              </li>
            ))}
          </ul>
        </>
      )}
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}
