import { contactChannels, type EventNoticeForm, eventChannelNames } from '@watchpost/contract';
import { Alert, Button, Select } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import type { SchemaFormState } from '../ui/form/index.ts';
import { text } from './text.ts';

export interface PersonDraft {
  UserId?: number;
  ChannelList?: (typeof eventChannelNames)[number][];
}

/** The fields of one person of `PersonList`: who, and by which ways. */
export function PersonFields({
  form,
  at,
  options,
  onRemove,
  warning,
}: {
  form: SchemaFormState<typeof EventNoticeForm>;
  /** The place in the list. */
  at: number;
  options: readonly { value: number; label: string }[];
  onRemove: (() => void) | null;
  warning: string | null;
}) {
  const t = useText(text);
  const inWords = useBilingual();
  return (
    <div>
      <div className="event-notice-person">
        <form.Field name={['PersonList', at, 'UserId']}>
          <Select
            aria-label={t.person}
            placeholder={t.person}
            showSearch={{ optionFilterProp: 'label' }}
            options={[...options]}
          />
        </form.Field>
        <form.Field name={['PersonList', at, 'ChannelList']}>
          <Select
            mode="multiple"
            aria-label={t.by}
            placeholder={t.by}
            options={eventChannelNames.map((channel) => ({ value: channel, label: inWords(contactChannels[channel]) }))}
          />
        </form.Field>
        {onRemove ? (
          <Button type="text" danger onClick={onRemove}>
            {t.remove}
          </Button>
        ) : null}
      </div>
      {warning ? <Alert type="warning" title={warning} /> : null}
    </div>
  );
}
