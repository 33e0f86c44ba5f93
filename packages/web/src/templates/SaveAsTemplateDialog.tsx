import { useQueryClient } from '@tanstack/react-query';
import { templateCalls } from '@watchpost/contract';
import { Input, Switch } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify } from '../ui/index.ts';
import { text } from './text.ts';

const body = templateCalls.saveAsTemplate.body;

/** Keeps the points of a slave as a template of the company. Mount it to show it. */
export function SaveAsTemplateDialog({
  slaveId,
  slaveName,
  onClose,
}: {
  slaveId: number;
  slaveName: string;
  onClose: () => void;
}) {
  const t = useText(text);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const save = useCallMutation('saveAsTemplate');
  const form = useSchemaForm(body, {
    initial: { SlaveId: slaveId, name: slaveName, FLAG: true },
    save: async (values) => {
      await save.mutateAsync({ body: values });
      notify.success(t.saved);
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['getTempByUid'] });
    },
  });
  return (
    <FormDialog form={form} title={t.saveAs(slaveName)} onClose={onClose}>
      <form.Field name="name" label={t.name}>
        <Input maxLength={50} />
      </form.Field>
      <form.Field name="FLAG" label={t.share} valuePropName="checked">
        <Switch />
      </form.Field>
    </FormDialog>
  );
}
