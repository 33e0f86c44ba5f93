import { Alert, Button, Form } from 'antd';
import { type ComponentRef, type ReactNode, useEffect, useRef } from 'react';
import type { z } from 'zod';
import { useText } from '../../lib/defineText.ts';
import './form.css';
import { SchemaFormContext, type SchemaFormState } from './SchemaFormState.ts';
import { text } from './text.ts';
import { FormHoldContext } from './useFormHold.ts';
import { useLeaveGuard } from './useLeaveGuard.ts';

/** The form element that both variants share: refusals above, fields below. Enter in a field sends it. */
export function FormBody<Schema extends z.ZodType>({
  form,
  failureAction,
  children,
}: {
  form: SchemaFormState<Schema>;
  failureAction?: ReactNode;
  children: ReactNode;
}) {
  const refusal = useRef<ComponentRef<typeof Alert>>(null);
  const { failure } = form;
  // A user at the end of a long page must not miss it.
  useEffect(() => {
    if (failure !== null) refusal.current?.nativeElement?.scrollIntoView?.({ block: 'center' });
  }, [failure]);
  return (
    <SchemaFormContext value={form as unknown as SchemaFormState}>
      <FormHoldContext value={form.hold}>
        <Form
          form={form.antd}
          layout="vertical"
          noValidate
          initialValues={form.initial}
          onValuesChange={form.noteChange}
          onSubmitCapture={(event) => {
            // Ours to send: the kit would check everything once more.
            event.preventDefault();
            event.stopPropagation();
            void form.submit();
          }}
        >
          {form.failure === null ? null : (
            <Alert
              ref={refusal}
              className="form-failure"
              type="error"
              showIcon
              title={form.failure}
              role="alert"
              action={failureAction}
            />
          )}
          {children}
        </Form>
      </FormHoldContext>
    </SchemaFormContext>
  );
}

/**
 * A form on a page, with its button. Leaving the page with changes asks first.
 *
 * @param submitText on the button; "Save" unless given
 * @param actions what stands beside the button
 * @param failureAction what can be done about a refusal, beside its words
 */
export function SchemaForm<Schema extends z.ZodType>({
  form,
  submitText,
  actions,
  failureAction,
  children,
}: {
  form: SchemaFormState<Schema>;
  submitText?: string;
  actions?: ReactNode;
  failureAction?: ReactNode;
  children: ReactNode;
}) {
  const t = useText(text);
  useLeaveGuard(form.dirty && !form.busy);
  return (
    <FormBody form={form} failureAction={failureAction}>
      {children}
      <div className="form-actions">
        <Button type="primary" htmlType="submit" loading={form.busy} disabled={form.held}>
          {submitText ?? t.save}
        </Button>
        {actions}
      </div>
    </FormBody>
  );
}
