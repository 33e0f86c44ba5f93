import { Modal } from 'antd';
import { type FC, type ReactNode, useRef } from 'react';
import type { z } from 'zod';
import { useText } from '../../lib/defineText.ts';
import { FormBody } from './SchemaForm.tsx';
import type { SchemaFormState } from './SchemaFormState.ts';
import { text } from './text.ts';
import { useAskToLeave, useLeaveGuard } from './useLeaveGuard.ts';

/**
 * A form in a dialog. Mount it to show it: each time it starts from its initial values. The first field has the focus; closing
 * with changes asks first.
 *
 * @param onClose also after saving, when `save` of the form does not close it itself
 * @param danger what it does cannot be taken back
 * @param submitDisabled it is shown and not sent; `children` say why
 * @param leaveText what the other button says while it is sent, where that goes on without the dialog; absent: it stays open until then
 */
export function FormDialog<Schema extends z.ZodType>({
  form,
  title,
  onClose,
  submitText,
  width = 520,
  danger = false,
  submitDisabled = false,
  leaveText,
  extraButton,
  children,
}: {
  form: SchemaFormState<Schema>;
  title: ReactNode;
  onClose: () => void;
  submitText?: string;
  width?: number;
  danger?: boolean;
  submitDisabled?: boolean;
  leaveText?: string;
  /** Between cancelling and saving. */
  extraButton?: ReactNode;
  children: ReactNode;
}) {
  const t = useText(text);
  const content = useRef<HTMLDivElement>(null);
  const askToLeave = useAskToLeave();
  useLeaveGuard(form.dirty && !form.busy);
  const close = async () => {
    if (form.busy) {
      if (leaveText !== undefined) onClose();
      return;
    }
    if (!form.dirty || (await askToLeave())) onClose();
  };
  return (
    <Modal
      open
      title={title}
      width={width}
      okText={submitText ?? t.save}
      cancelText={form.busy && leaveText !== undefined ? leaveText : t.cancel}
      cancelButtonProps={{ disabled: form.busy && leaveText === undefined }}
      okButtonProps={{ danger, loading: form.busy, disabled: submitDisabled || form.held }}
      {...(extraButton
        ? {
            footer: (_: ReactNode, { OkBtn, CancelBtn }: { OkBtn: FC; CancelBtn: FC }) => (
              <>
                <CancelBtn />
                {extraButton}
                <OkBtn />
              </>
            ),
          }
        : {})}
      // A click beside it is too easily made to throw away what was typed.
      mask={{ closable: !form.dirty }}
      onOk={() => void form.submit()}
      onCancel={() => void close()}
      afterOpenChange={(open) => {
        // Somebody quick is in a field before the dialog has come.
        if (open && !content.current?.contains(document.activeElement))
          content.current?.querySelector<HTMLElement>(firstField)?.focus();
      }}
    >
      <div ref={content} className="form-dialog">
        <FormBody form={form}>
          {children}
          {/* Enter sends a form only when it has a button. */}
          <button type="submit" hidden tabIndex={-1} disabled={submitDisabled} />
        </FormBody>
      </div>
    </Modal>
  );
}

const firstField = 'input:not([type=hidden], :disabled), textarea:not(:disabled), [tabindex="0"]';
