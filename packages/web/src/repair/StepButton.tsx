import { type RepairAction, type RepairDetail, type RepairOrder, repairActions } from '@watchpost/contract';
import { Button, type ButtonProps } from 'antd';
import { useState } from 'react';
import { useBilingual } from '../lib/language.ts';
import { plainActions, StepDialog, useStep } from './StepDialog.tsx';

type Look = Pick<ButtonProps, 'type' | 'size' | 'block' | 'className'>;

interface StepButtonProps extends Look {
  readonly action: RepairAction;
  readonly order: RepairOrder;
  readonly onDone?: (order: RepairDetail | null) => void;
}

/** Takes a step, at once or after asking what it needs. */
export function StepButton(props: StepButtonProps) {
  return plainActions.includes(props.action) ? (
    // A key of its own for each state: a step taken again later is another intention.
    <PlainStepButton key={`${props.action} ${props.order.RepairId} ${props.order.Revision}`} {...props} />
  ) : (
    <AskingStepButton {...props} />
  );
}

function PlainStepButton({ action, order, onDone, ...look }: StepButtonProps) {
  const inWords = useBilingual();
  const step = useStep(action, (done) => onDone?.(done), { announces: true });
  return (
    <Button {...look} loading={step.isPending} onClick={() => step.take(order)}>
      {inWords(repairActions[action])}
    </Button>
  );
}

function AskingStepButton({ action, order, onDone, ...look }: StepButtonProps) {
  const inWords = useBilingual();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...look} onClick={() => setOpen(true)}>
        {inWords(repairActions[action])}
        {inWords({ zh: '', en: '…' })}
      </Button>
      {isOpen ? (
        <StepDialog action={action} order={order} onClose={() => setOpen(false)} {...(onDone ? { onDone } : {})} />
      ) : null}
    </>
  );
}
