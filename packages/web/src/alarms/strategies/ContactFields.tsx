import {
  type ContactChannel,
  contactChannelNames,
  contactChannels,
  notifiedLevels,
  type StrategyPerson,
} from '@watchpost/contract';
import { Button, Checkbox, Form, Input, Select } from 'antd';
import { useText } from '../../lib/defineText.ts';
import { useBilingual } from '../../lib/language.ts';
import { SeverityMark } from '../../ui/index.ts';
import { text, weekdayText } from './text.ts';

/** One person who is told, as the form has it. */
export interface ContactDraft {
  UserId?: number | undefined;
  Step?: number | undefined;
  LevelList: number[];
  ChannelList: ContactChannel[];
  WeekdayList?: number[] | undefined;
  From?: string | null | undefined;
  Until?: string | null | undefined;
  EndsNextDay?: boolean | undefined;
  TellsOffline?: boolean | undefined;
}

export const usualContact: ContactDraft = {
  UserId: undefined,
  Step: 0,
  LevelList: [1, 2],
  ChannelList: ['app', 'sms'],
  WeekdayList: [1, 2, 3, 4, 5, 6, 7],
  From: null,
  Until: null,
  EndsNextDay: false,
  TellsOffline: true,
};

/** Who, of which levels, by what and when. A field: its value is one contact. */
export function ContactFields({
  value = usualContact,
  onChange,
  people,
  lacks,
  onRemove,
}: {
  value?: ContactDraft;
  onChange?: (contact: ContactDraft) => void;
  people: readonly StrategyPerson[];
  /** What the server says is missing, of somebody who is no choice any more. */
  lacks: { readonly name: string; readonly list: readonly string[] } | undefined;
  onRemove: (() => void) | null;
}) {
  const t = useText(text);
  const w = useText(weekdayText);
  const inWords = useBilingual();
  const change = (part: Partial<ContactDraft>) => onChange?.({ ...value, ...part });
  const person = people.find(({ UserId }) => UserId === value.UserId);
  const told = value.ChannelList;
  const missing = person
    ? [
        !person.HasMobile && (told.includes('sms') || told.includes('voice')) ? t.lackMobile : '',
        !person.HasEmail && told.includes('email') ? t.lackEmail : '',
      ].filter(Boolean)
    : (lacks?.list ?? []).map((lack) => (lack === 'member' ? t.lackMember : t.lackProject));
  const days = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: day, label: w[`d${day}` as keyof typeof w] }));
  const hasPeriod = value.From != null || value.Until != null;
  return (
    <Form.Item className="strategy-contact strategy-plain">
      <div className="strategy-contact-grid">
        <span className="strategy-labelled">
          <span>{t.contact}</span>
          <Select
            aria-label={t.contact}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t.choosePerson}
            value={value.UserId}
            onChange={(UserId: number) => change({ UserId })}
            options={[
              ...(value.UserId !== undefined && !person ? [{ value: value.UserId, label: lacks?.name ?? '–' }] : []),
              ...people.map(({ UserId, UserName, Department }) => ({
                value: UserId,
                label: Department ? `${UserName} · ${Department}` : UserName,
              })),
            ]}
          />
        </span>
        <span className="strategy-labelled">
          <span>{t.receiveLevel}</span>
          <Checkbox.Group
            className="strategy-levels"
            value={value.LevelList}
            onChange={(levels) => change({ LevelList: levels as number[] })}
            options={notifiedLevels.map((level) => ({
              value: level,
              label: <SeverityMark level={level} variant="word" />,
            }))}
          />
        </span>
        <span className="strategy-labelled">
          <span>{t.channels}</span>
          <Checkbox.Group
            value={value.ChannelList}
            onChange={(channels) => change({ ChannelList: channels as ContactChannel[] })}
            options={contactChannelNames.map((channel) => ({
              value: channel,
              label: inWords(contactChannels[channel]),
            }))}
          />
        </span>
        <span className="strategy-labelled">
          <span>{t.step}</span>
          <Select
            aria-label={t.step}
            value={value.Step ?? 0}
            onChange={(Step: number) => change({ Step })}
            options={[0, 1, 2, 3].map((step) => ({ value: step, label: step === 0 ? t.atOnce : t.stepN(step) }))}
          />
        </span>
        <span className="strategy-labelled strategy-wide">
          <span>{t.receivePeriod}</span>
          <span className="strategy-period">
            <Select
              mode="multiple"
              aria-label={t.days}
              maxTagCount="responsive"
              value={value.WeekdayList ?? []}
              onChange={(WeekdayList: number[]) => change({ WeekdayList })}
              options={days}
            />
            <Checkbox
              checked={!hasPeriod}
              onChange={({ target }) =>
                change(
                  target.checked
                    ? { From: null, Until: null, EndsNextDay: false }
                    : { From: '08:00', Until: '18:00', EndsNextDay: false },
                )
              }
            >
              {t.wholeDay}
            </Checkbox>
            {hasPeriod ? (
              <ClockSpan
                from={value.From ?? ''}
                until={value.Until ?? ''}
                endsNextDay={value.EndsNextDay ?? false}
                onChange={({ from, until, endsNextDay }) =>
                  change({ From: from, Until: until, EndsNextDay: endsNextDay })
                }
              />
            ) : null}
          </span>
        </span>
        <Checkbox
          checked={value.TellsOffline ?? true}
          title={t.tellsOfflineHint}
          onChange={({ target }) => change({ TellsOffline: target.checked })}
        >
          {t.tellsOffline}
        </Checkbox>
        {onRemove ? (
          <Button
            type="text"
            danger
            onClick={onRemove}
            aria-label={`${t.remove} ${person?.UserName ?? lacks?.name ?? ''}`}
          >
            {t.remove}
          </Button>
        ) : null}
      </div>
      {missing.map((words) => (
        <p key={words} className="strategy-lack">
          {words}
        </p>
      ))}
    </Form.Item>
  );
}

/** Two clock times, and whether the second is of the next day. */
export function ClockSpan({
  from,
  until,
  endsNextDay,
  onChange,
}: {
  from: string;
  until: string;
  endsNextDay: boolean;
  onChange: (span: { from: string; until: string; endsNextDay: boolean }) => void;
}) {
  const t = useText(text);
  return (
    <>
      <Input
        type="time"
        aria-label={t.from}
        value={from}
        onChange={({ target }) => onChange({ from: target.value, until, endsNextDay })}
      />
      –
      <Input
        type="time"
        aria-label={t.until}
        value={until === '24:00' ? '00:00' : until}
        onChange={({ target }) => onChange({ from, until: target.value, endsNextDay })}
      />
      <Checkbox checked={endsNextDay} onChange={({ target }) => onChange({ from, until, endsNextDay: target.checked })}>
        {t.endsNextDay}
      </Checkbox>
    </>
  );
}
