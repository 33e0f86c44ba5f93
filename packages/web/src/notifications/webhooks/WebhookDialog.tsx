import { notifiedLevels, type Webhook, WebhookForm, type WebhookFormInput } from '@watchpost/contract';
import { Checkbox, Input, Select, Switch } from 'antd';
import { useText } from '../../lib/defineText.ts';
import { useMay } from '../../lib/session.ts';
import { useCallMutation } from '../../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../../ui/form/index.ts';
import { SeverityMark, useNotify } from '../../ui/index.ts';
import { text } from './text.ts';

/** Adds a webhook or changes one. */
export function WebhookDialog({
  projectId,
  hook,
  onClose,
  onSaved,
}: {
  projectId: number;
  /** Null: a new one. */
  hook: Webhook | null;
  onClose: () => void;
  /** With its secret, where one was made. */
  onSaved: (secret: string | null) => void;
}) {
  const t = useText(text);
  const notify = useNotify();
  const mayAll = useMay('companyAlarms');
  const mayHere = useMay('alarmStrategyEdit');
  const send = useCallMutation('saveWebhook');
  const saved = (secret: string | null) => {
    notify.success(t.saved);
    onClose();
    onSaved(secret);
  };
  const form = useSchemaForm(
    WebhookForm,
    hook
      ? {
          initial: {
            ProjectId: projectId,
            WebhookId: hook.WebhookId,
            WebhookName: hook.WebhookName,
            Url: hook.Url,
            LevelList: hook.LevelList,
            OfCompany: hook.OfCompany,
            Enabled: hook.Enabled,
          },
          edits: ['ProjectId', 'WebhookId'],
          save: async (body: Partial<WebhookFormInput> & Pick<WebhookFormInput, 'ProjectId'>) =>
            saved((await send.mutateAsync({ body })).Secret),
        }
      : {
          initial: {
            ProjectId: projectId,
            WebhookName: '',
            Url: '',
            LevelList: [1, 2, 3],
            OfCompany: !mayHere,
            Enabled: true,
          },
          save: async (body: WebhookFormInput) => saved((await send.mutateAsync({ body })).Secret),
        },
  );
  return (
    <FormDialog form={form} title={hook ? t.editTitle : t.add} onClose={onClose}>
      <form.Field name="WebhookName" label={t.name}>
        <Input maxLength={30} />
      </form.Field>
      <form.Field name="Url" label={t.url}>
        <Input maxLength={500} placeholder="https://" inputMode="url" />
      </form.Field>
      <form.Field name="LevelList" label={t.levels}>
        <Checkbox.Group
          options={notifiedLevels.map((level) => ({
            value: level,
            label: <SeverityMark level={level} variant="word" />,
          }))}
        />
      </form.Field>
      <form.Field name="OfCompany" label={t.forWhom}>
        <Select
          options={[
            ...(mayHere ? [{ value: false, label: t.ofProject }] : []),
            ...(mayAll ? [{ value: true, label: t.ofCompany }] : []),
          ]}
        />
      </form.Field>
      <form.Field name="Enabled" label={t.enabled} valuePropName="checked">
        <Switch />
      </form.Field>
    </FormDialog>
  );
}
