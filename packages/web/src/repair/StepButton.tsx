import { type RepairAction, type RepairDetail, type RepairOrder, repairActions } from '@watchpost/contract';
import { Button, type ButtonProps, Modal } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { Refused } from '../ui/index.ts';
import { orderBefore } from './orderBefore.ts';
import { orderNumber } from './repairWords.ts';
import { plainActions, StepDialog, useStep } from './StepDialog.tsx';
import { text } from './text.ts';

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
  const t = useText(text);
  const inWords = useBilingual();
  const navigate = useNavigate();
  const orderAsked = (error: Error | null) => (action === 'submit' ? orderBefore(error) : null);
  const step = useStep(
    action,
    (done) => onDone?.(done),
    (error) => orderAsked(error) === null,
  );
  const before = orderAsked(step.error);
  return (
    <>
      <Button {...look} loading={step.isPending} onClick={() => step.take(order)}>
        {inWords(repairActions[action])}
      </Button>
      {before ? (
        <Modal
          open
          width={520}
          title={t.stepOf(inWords(repairActions[action]), orderNumber(order, t.draft))}
          onCancel={step.reset}
          footer={[
            <Button key="cancel" onClick={step.reset}>
              {t.cancel}
            </Button>,
            ...(before.isAccepted
              ? [
                  <Button key="another" onClick={() => step.take(order, { IgnoreDuplicate: true })}>
                    {t.anotherFault}
                  </Button>,
                  <Button key="rework" type="primary" onClick={() => step.take(order, { ReworkOf: before.id })}>
                    {t.asRework}
                  </Button>,
                ]
              : [
                  <Button key="open" onClick={() => navigate(links.repair(before.id, order.ProjectId))}>
                    {t.addToOpen}
                  </Button>,
                  <Button key="anyway" type="primary" onClick={() => step.take(order, { IgnoreDuplicate: true })}>
                    {t.submitDraftAnyway}
                  </Button>,
                ]),
          ]}
        >
          <Refused error={step.error} />
        </Modal>
      ) : null}
    </>
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
