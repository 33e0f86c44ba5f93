import { contactChannels, eventChannelNames } from '@watchpost/contract';
import { Alert, Button, Select } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { text } from './text.ts';

export interface PersonDraft {
  UserId?: number;
  ChannelList?: (typeof eventChannelNames)[number][];
}

/** One person and the ways he is told. A field: its value is both. */
export function PersonFields({
  value = {},
  onChange,
  options,
  onRemove,
  warning,
}: {
  value?: PersonDraft;
  onChange?: (person: PersonDraft) => void;
  options: readonly { value: number; label: string }[];
  onRemove: (() => void) | null;
  warning: string | null;
}) {
  const t = useText(text);
  const inWords = useBilingual();
  return (
    <div>
      <div className="event-notice-person">
        <Select
          aria-label={t.person}
          placeholder={t.person}
          showSearch={{ optionFilterProp: 'label' }}
          value={value.UserId}
          options={[...options]}
          onChange={(UserId: number) => onChange?.({ ...value, UserId })}
        />
        <Select
          mode="multiple"
          aria-label={t.by}
          placeholder={t.by}
          value={value.ChannelList ?? []}
          options={eventChannelNames.map((channel) => ({ value: channel, label: inWords(contactChannels[channel]) }))}
          onChange={(ChannelList: NonNullable<PersonDraft['ChannelList']>) => onChange?.({ ...value, ChannelList })}
        />
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
