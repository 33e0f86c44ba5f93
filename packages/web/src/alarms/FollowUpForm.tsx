import type { AlarmDetail } from '@watchpost/contract';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { FormBody, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { HandledMeanwhile } from './HandledMeanwhile.tsx';
import { HandlingFields, HandlingValues, handlingOf } from './HandlingFields.tsx';
import { text } from './text.ts';
import { callsAboutAlarms } from './useAlarmChanges.ts';

interface Props {
  alarm: AlarmDetail;
  /** Called with whether the form holds something that is not saved. */
  onUnsaved: (isUnsaved: boolean) => void;
}

/**
 * What people decide about a confirmed alarm, with measures, remarks and what was found.
 *
 * @param called how often the form was called for: each time it comes into sight, ready for keys
 */
export function FollowUpForm({ alarm, confirmed, called, onUnsaved }: Props & { confirmed: boolean; called: number }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (called === 0 || !confirmed) return;
    section.current?.scrollIntoView({ block: 'center' });
    section.current?.querySelector('input')?.focus({ preventScroll: true });
  }, [called, confirmed]);
  const t = useText(text);
  const dates = useDates();
  const now = useNow(60_000);
  const [isUnsaved, setUnsaved] = useState(false);
  // Untouched it shows what a colleague saves meanwhile; text that the user is writing stays, with a hint.
  const [shown, setShown] = useState(alarm);
  if (!isUnsaved && alarm.COMMENT_TIME !== shown.COMMENT_TIME) setShown(alarm);
  useEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved]);
  return (
    <section ref={section} aria-labelledby={`follow-${alarm.Id}`}>
      <h2 id={`follow-${alarm.Id}`}>{t.followUp}</h2>
      {confirmed ? (
        <>
          {shown.CommentName ? (
            <p className="alarm-rule">{t.byAt(shown.CommentName, dates.short(shown.COMMENT_TIME, now))}</p>
          ) : null}
          <Decision key={shown.COMMENT_TIME ?? 0} shown={shown} alarm={alarm} onUnsaved={setUnsaved} />
        </>
      ) : (
        <p className="alarm-rule">{t.confirmFirst}</p>
      )}
    </section>
  );
}

/** @param shown the alarm as the form was filled; `alarm` as it is now */
function Decision({ shown, alarm, onUnsaved }: Props & { shown: AlarmDetail }) {
  const t = useText(text);
  const save = useSave(callsAboutAlarms);
  const form = useSchemaForm(HandlingValues, {
    initial: handlingOf(shown),
    save: async (values) => {
      // What stands on the screen is what was seen: a colleague's decision, too, once it is shown here.
      await save('upDetail', { body: { Id: alarm.Id, ...values, SeenEPOCH: alarm.COMMENT_TIME } }, t.handled);
    },
  });
  useEffect(() => onUnsaved(form.dirty), [form.dirty, onUnsaved]);
  const isReplacing = alarm.COMMENT_TIME !== shown.COMMENT_TIME;
  return (
    <>
      {isReplacing ? <HandledMeanwhile alarm={alarm} /> : null}
      <FormBody form={form}>
        <HandlingFields areOver={!alarm.Active} isMoreSaid={Boolean(shown.Measures || shown.AnalysisResult)} />
        <Button htmlType="submit" loading={form.busy}>
          {isReplacing ? t.replaceFollowUp : t.saveFollowUp}
        </Button>
      </FormBody>
    </>
  );
}
