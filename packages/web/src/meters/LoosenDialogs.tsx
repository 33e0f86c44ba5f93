import { useState } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { ConfirmDialog } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { callsAboutPrepaid } from './callsAboutPrepaid.ts';
import { type DialogProps, isReason, ReasonField } from './MoneyDialogs.tsx';
import { prepaidText } from './text.ts';

/** Asks that a protected load may be switched off; another person has to agree. */
export function AskDialog({ account, onClose }: DialogProps) {
  const t = useText(prepaidText);
  const save = useSave(callsAboutPrepaid, onClose);
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      title={t.askTitle(account.Consumer)}
      ok={t.ask}
      disabled={!isReason(reason)}
      act={() => save('askInterruptible', { body: { AccountId: account.AccountId, Reason: reason } }, t.asked)}
      onClose={onClose}
    >
      <p>{t.askHint}</p>
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}

/** What somebody asked for: another person agrees, anybody with the permission withdraws it. */
export function DecideDialog({
  account,
  decision,
  onClose,
}: DialogProps & { readonly decision: 'agree' | 'withdraw' }) {
  const t = useText(prepaidText);
  const dates = useDates();
  const save = useSave(callsAboutPrepaid, onClose);
  const { Loosening: asked } = account;
  const call = decision === 'agree' ? 'agreeInterruptible' : 'withdrawInterruptible';
  return (
    <ConfirmDialog
      title={decision === 'agree' ? t.agreeTitle(account.Consumer) : t.withdrawTitle(account.Consumer)}
      ok={decision === 'agree' ? t.agree : t.withdraw}
      danger={decision === 'agree'}
      act={() => save(call, { body: { AccountId: account.AccountId } }, decision === 'agree' ? t.agreed : t.withdrawn)}
      onClose={onClose}
    >
      {asked ? (
        <>
          <p>{t.askedBy(asked.AskName, dates.dateTime(asked.AskEpoch), dates.dateTime(asked.EndEpoch))}</p>
          <p>
            {t.reasonGiven}: {asked.Reason}
          </p>
        </>
      ) : null}
      {decision === 'agree' ? <p>{t.agreeHint}</p> : null}
    </ConfirmDialog>
  );
}
