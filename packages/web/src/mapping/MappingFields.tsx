import type { NewMappingProfile } from '@watchpost/contract';
import { Input, Select } from 'antd';
import { useText } from '../lib/defineText.ts';
import type { SchemaFormState } from '../ui/form/index.ts';
import { fieldText } from './text.ts';

/** Whole zones and the few that are half an hour or three quarters off; a date without a zone is in one of these. */
const offsets = [
  -720, -660, -600, -540, -480, -420, -360, -300, -240, -210, -180, -120, -60, 0, 60, 120, 180, 210, 240,
].concat([270, 300, 330, 345, 360, 390, 420, 480, 540, 570, 600, 660, 720, 780, 840]);
const offsetName = (minutes: number): string => {
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `UTC${minutes < 0 ? '−' : '+'}${part(Math.abs(minutes) / 60)}:${part(Math.abs(minutes) % 60)}`;
};
const offsetOptions = offsets.map((value) => ({ value, label: offsetName(value) }));

/** Several short texts, typed one after the other; a comma or Enter ends one. */
const words = (
  <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', '，', '\n']} className="mapping-code" />
);

/** How messages are read and commands written. */
export function MappingFields({ form }: { form: SchemaFormState<typeof NewMappingProfile> }) {
  const f = useText(fieldText);
  const pointer = <Input className="mapping-code" maxLength={300} spellCheck={false} allowClear />;
  return (
    <>
      <h2>{f.reading}</h2>
      <form.Field name="Topic" label={f.topic} extra={f.topicHint}>
        <Input className="mapping-code" maxLength={255} spellCheck={false} />
      </form.Field>
      <form.Field name="Values" label={f.values} extra={f.valuesHint}>
        {words}
      </form.Field>
      <div className="mapping-pair">
        <form.Field name="Device" label={f.device} extra={f.deviceHint}>
          {pointer}
        </form.Field>
        <form.Field name="Key" label={f.key} extra={f.keyHint}>
          {pointer}
        </form.Field>
        <form.Field name="Time" label={f.time} extra={f.timeHint}>
          {pointer}
        </form.Field>
        <form.Field name="UtcOffsetMinutes" label={f.offset}>
          <Select options={offsetOptions} showSearch={{ optionFilterProp: 'label' }} />
        </form.Field>
        <form.Field name="Quality" label={f.quality}>
          {pointer}
        </form.Field>
        <form.Field name="QualityGood" label={f.qualityGood}>
          {words}
        </form.Field>
        <form.Field name="Failures" label={f.failures} extra={f.failuresHint}>
          {words}
        </form.Field>
        <form.Field name="Ignore" label={f.ignore}>
          {words}
        </form.Field>
        <form.Field name="Unit" label={f.unit} extra={f.unitHint}>
          {pointer}
        </form.Field>
      </div>
      <h2>{f.writing}</h2>
      <form.Field name="CommandTopic" label={f.commandTopic} extra={f.commandTopicHint}>
        <Input className="mapping-code" maxLength={255} spellCheck={false} allowClear />
      </form.Field>
      <form.Field name="CommandPayload" label={f.commandPayload} extra={f.commandPayloadHint}>
        <Input.TextArea
          className="mapping-code"
          maxLength={4000}
          autoSize={{ minRows: 2, maxRows: 8 }}
          spellCheck={false}
        />
      </form.Field>
      <div className="mapping-pair">
        <form.Field name="ReplyTopic" label={f.replyTopic} extra={f.replyTopicHint}>
          <Input className="mapping-code" maxLength={255} spellCheck={false} allowClear />
        </form.Field>
        <form.Field name="ReplyId" label={f.replyId}>
          {pointer}
        </form.Field>
        <form.Field name="ReplyResult" label={f.replyResult}>
          {pointer}
        </form.Field>
        <form.Field name="ReplyAccepted" label={f.replyAccepted}>
          {words}
        </form.Field>
      </div>
    </>
  );
}
