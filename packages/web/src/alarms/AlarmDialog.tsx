import { ArrowsAltOutlined, ShrinkOutlined } from '@ant-design/icons';
import type { AlarmDetail } from '@watchpost/contract';
import { Button, Collapse, Modal } from 'antd';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { HistoryDialog } from '../history/index.ts';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useLanguage } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { formatWithUnit } from '../lib/numbers.ts';
import { usePreference } from '../lib/preferences.ts';
import { comma } from '../lib/punctuation.ts';
import { pollWhenNotLive } from '../lib/realtime.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useMedia } from '../lib/useMedia.ts';
import { MessageHistoryDialog, NotificationPreview } from '../notifications/index.ts';
import { ReportFromAlarm } from '../repair/index.ts';
import { useGuardedClose } from '../ui/form/index.ts';
import { ErrorState, ListSkeleton, SeverityMark, severityOf, useHotkeys } from '../ui/index.ts';
import { AlarmCurve } from './AlarmCurve.tsx';
import { Ahead } from './Forecast.tsx';
import './AlarmDialog.css';
import { alarmSpan } from './alarmSpan.ts';
import { alarmName, endedInWords, needsConfirmation } from './alarmStatus.ts';
import { Comments } from './Comments.tsx';
import { FollowUpForm } from './FollowUpForm.tsx';
import { HeldWords } from './HeldWords.tsx';
import { HiddenWords } from './HiddenWords.tsx';
import { Lasting } from './Lasting.tsx';
import { shelfText } from './listText.ts';
import { ReplayLink } from './ReplayLink.tsx';
import { ShelveDialog } from './ShelveDialog.tsx';
import { StatusTag } from './StatusTag.tsx';
import { ToldPeople } from './ToldPeople.tsx';
import { text } from './text.ts';
import { useQuietAcknowledge } from './useAcknowledge.ts';
import { useEndShelf } from './useEndShelf.ts';
import { whyText } from './why/text.ts';
import { WhyDialog } from './why/WhyDialog.tsx';

/** CSS pixels: as specified, and enlarged with the curve beside its reasons. */
const width = { narrow: 550, wide: 1200, leastScreen: 1100 };

/** The dialog itself; in a chunk of its own, because it brings curves and forms. See `AlarmDetailDialog`. */
export function AlarmDialog({
  alarmId,
  open,
  onClose,
  onClosed,
}: {
  alarmId: number;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}) {
  const t = useText(text);
  const detail = useCall(
    'getAlarmDetail',
    { query: { alarmId } },
    // Its duration and present value move on while it is active.
    { scope: 'company', refetchInterval: (query) => (query.state.data?.Active ? 30_000 : pollWhenNotLive(30_000)()) },
  );
  const mayHandle = useMay('alarmHandle');
  const mayManage = useMay('alarmManage');
  const knowsWho = mayHandle || mayManage;
  const maySeeLines = useMay('terminals', 'terminalsEdit');
  const now = useNow(60_000);
  const [curveOpen, setCurveOpen] = useState(false);
  const [shelving, setShelving] = useState(false);
  const s = useText(shelfText);
  const unshelve = useEndShelf();
  const [historyOpen, setHistoryOpen] = useState(false);
  const [whyOpen, setWhyOpen] = useState(false);
  const w = useText(whyText);
  const confirm = useQuietAcknowledge();
  const [prefersWide, setWide] = usePreference('alarms.dialogWide', false);
  const fitsWide = useMedia(`(min-width: ${width.leastScreen}px)`);
  const isWide = prefersWide && fitsWide;
  // What is done keeps one line there; where it leads stands at the end.
  const isPhone = useMedia('(max-width: 480px)');
  const [called, setCalled] = useState(0);
  const callForFollowUp = () => setCalled((before) => before + 1);
  const alarm = detail.data;
  const canConfirm = alarm !== undefined && needsConfirmation(alarm) && mayHandle;
  const awaitsFollowUp = alarm !== undefined && !needsConfirmation(alarm) && alarm.FollowUp === null && mayHandle;
  const [isCommenting, setCommenting] = useState(false);
  const [isDeciding, setDeciding] = useState(false);
  const isUnsaved = isCommenting || isDeciding;
  const close = useGuardedClose(open && isUnsaved, onClose);
  // The list behind it hears no keys for its own rows meanwhile.
  useHotkeys(
    [
      {
        keys: 'a',
        what: text.confirmAlarm,
        run: () => canConfirm && confirm.acknowledge(alarm, { onSuccess: callForFollowUp }),
      },
    ],
    open && !(shelving || historyOpen || whyOpen || curveOpen),
  );

  const whereTo = (
    <div className="alarm-dialog-links">
      {alarm?.Mtid ? (
        <Link to={links.device(alarm.Mtid, alarm.ProjectId)} onClick={isUnsaved ? undefined : onClose}>
          {t.openDevice}
        </Link>
      ) : null}
      {alarm?.Source && maySeeLines ? (
        <Link
          to={
            alarm.Source.Type === 'slave'
              ? links.slave(alarm.Source.Id, alarm.ProjectId)
              : links.gateway(alarm.Source.Id, alarm.ProjectId)
          }
          onClick={isUnsaved ? undefined : onClose}
        >
          {alarm.Source.Type === 'slave' ? t.openSlave : t.openGateway}
        </Link>
      ) : null}
      {alarm?.PointId ? (
        <Button type="link" onClick={() => setCurveOpen(true)}>
          {t.fullCurve}
        </Button>
      ) : null}
      {alarm?.Mtid ? (
        <ReplayLink
          projectId={alarm.ProjectId}
          deviceId={alarm.Mtid}
          at={alarm.ALARM_EPOCH}
          onClick={isUnsaved ? undefined : onClose}
        />
      ) : null}
      {alarm?.PointId ? (
        <Button type="link" onClick={() => setWhyOpen(true)}>
          {w.why}
        </Button>
      ) : null}
      {alarm ? <ReportFromAlarm alarm={alarm} /> : null}
      {alarm && knowsWho ? (
        <Button type="link" onClick={() => setHistoryOpen(true)}>
          {t.messageHistory}
        </Button>
      ) : null}
    </div>
  );

  return (
    <>
      <Modal
        open={open}
        onCancel={close}
        mask={{ closable: !isUnsaved }}
        afterClose={onClosed}
        width={isWide ? width.wide : width.narrow}
        style={{ top: 40 }}
        className={isWide ? 'alarm-dialog alarm-dialog-wide' : 'alarm-dialog'}
        title={
          alarm ? (
            <Heading alarm={alarm}>
              {fitsWide ? (
                <Button
                  type="text"
                  size="small"
                  icon={isWide ? <ShrinkOutlined /> : <ArrowsAltOutlined />}
                  onClick={() => setWide(!isWide)}
                >
                  {isWide ? t.reduce : t.enlarge}
                </Button>
              ) : null}
            </Heading>
          ) : (
            t.alarmDetail
          )
        }
        footer={
          <div className="alarm-dialog-footer">
            {isPhone ? null : whereTo}
            {alarm?.Active && alarm.Hidden === null && mayHandle ? (
              <Button onClick={() => setShelving(true)}>{s.shelve}</Button>
            ) : null}
            {alarm?.Active && alarm.Hidden?.Kind === 'shelved' && mayHandle ? (
              <Button onClick={() => unshelve(alarm.Hidden!.ShelfId)}>{s.unshelve}</Button>
            ) : null}
            {/* One row also in the width of a phone, where the cross is as near. */}
            {isPhone && canConfirm ? null : <Button onClick={close}>{t.close}</Button>}
            {canConfirm ? (
              <Button
                type="primary"
                loading={confirm.pendingId !== null}
                onClick={() => confirm.acknowledge(alarm, { onSuccess: callForFollowUp })}
              >
                {t.confirmAlarm}
              </Button>
            ) : null}
            {awaitsFollowUp ? (
              <Button type="primary" onClick={callForFollowUp}>
                {t.recordFollowUp}
              </Button>
            ) : null}
          </div>
        }
      >
        {alarm ? (
          <div className="alarm-dialog-body">
            {confirm.error ? (
              <p className="alarm-hint alarm-hint-refused" role="alert">
                {confirm.error.message}
              </p>
            ) : null}
            {confirm.isSuccess && !needsConfirmation(alarm) && alarm.FollowUp === null ? (
              <p className="alarm-hint alarm-hint-done" role="status">
                {t.justConfirmed}
              </p>
            ) : null}
            {alarm.Hidden && alarm.Active ? (
              <div className="alarm-hint alarm-hint-hidden">
                <HiddenWords hidden={alarm.Hidden} />
              </div>
            ) : null}
            <div className="alarm-dialog-reasons">
              {alarm.Instruction ? (
                <section className="alarm-instruction">
                  <h2>{t.instruction}</h2>
                  <p>{alarm.Instruction}</p>
                </section>
              ) : null}
              {(alarm.Active || canConfirm) && mayHandle && alarm.FollowUp === null ? (
                <section>
                  <h2>{t.next}</h2>
                  <p>{!alarm.Active ? t.nextReturned : canConfirm ? t.nextConfirm : t.nextFollowUp}</p>
                </section>
              ) : null}
              <Why alarm={alarm} />
              {alarm.Source ? (
                <Behind source={alarm.Source} projectId={alarm.ProjectId} onLeave={isUnsaved ? undefined : onClose} />
              ) : null}
            </div>
            {alarm.PointId === null ? null : (
              <div className="alarm-dialog-curve">
                <AlarmCurve alarm={alarm} pointId={alarm.PointId} height={isWide ? 320 : 190} />
              </div>
            )}
            <div className="alarm-dialog-story">
              <Timeline alarm={alarm} />
              <ToldPeople alarm={alarm} />
            </div>
            <div className="alarm-dialog-acts">
              <Comments alarm={alarm} mayWrite={mayHandle} onUnsaved={setCommenting} />
              {knowsWho && alarm.Active && needsConfirmation(alarm) ? (
                <Collapse
                  ghost
                  size="small"
                  items={[
                    {
                      key: 'who',
                      label: t.whoNow,
                      children: (
                        <Suspense fallback={<ListSkeleton rows={3} />}>
                          <NotificationPreview alarmId={alarm.Id} />
                        </Suspense>
                      ),
                    },
                  ]}
                />
              ) : null}
              {mayHandle ? (
                <FollowUpForm
                  alarm={alarm}
                  confirmed={!needsConfirmation(alarm)}
                  called={called}
                  onUnsaved={setDeciding}
                />
              ) : null}
            </div>
            {isPhone ? whereTo : null}
          </div>
        ) : detail.error ? (
          <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
        ) : (
          <ListSkeleton rows={5} />
        )}
      </Modal>
      {alarm && shelving ? <ShelveDialog alarms={[alarm]} onClose={() => setShelving(false)} /> : null}
      <MessageHistoryDialog
        alarm={historyOpen && alarm ? { alarmId: alarm.Id, projectId: alarm.ProjectId, name: alarmName(alarm) } : null}
        onClose={() => setHistoryOpen(false)}
      />
      {alarm?.PointId && whyOpen ? (
        <WhyDialog
          projectId={alarm.ProjectId}
          points={[{ PointId: alarm.PointId, PointName: alarm.PointName }]}
          at={alarm.ALARM_EPOCH}
          onClose={() => setWhyOpen(false)}
        />
      ) : null}
      {alarm?.PointId ? (
        <HistoryDialog
          open={curveOpen}
          onClose={() => setCurveOpen(false)}
          points={[{ PointId: alarm.PointId, PointName: alarm.PointName }]}
          name={alarmName(alarm)}
          projectId={alarm.ProjectId}
          deviceId={alarm.Mtid}
          view={{ range: 'custom', custom: alarmSpan(alarm, now), limits: true }}
        />
      ) : null}
    </>
  );
}

function Heading({ alarm, children }: { alarm: AlarmDetail; children: React.ReactNode }) {
  return (
    <div className="alarm-heading">
      <div className="alarm-heading-name">
        <SeverityMark level={alarm.Level} size={16} />
        <span>{alarmName(alarm)}</span>
        {children}
      </div>
      <div className="alarm-heading-place">
        <StatusTag alarm={alarm} withLevel />
        <span>{[alarm.ProjectName, alarm.Area ?? areasOf(alarm.Source)].filter(Boolean).join(' · ')}</span>
      </div>
    </div>
  );
}

/** A slave has no place of its own: it is where its devices are. */
const areasOf = (source: AlarmDetail['Source']): string | null =>
  [...new Set(source?.DeviceList.map(({ Area }) => Area).filter((area) => area !== null))].join(comma()) || null;

/** Whose data is missing while a slave or gateway is silent. */
function Behind({
  source: { Type, GatewayName, DeviceList },
  projectId,
  onLeave,
}: {
  source: NonNullable<AlarmDetail['Source']>;
  projectId: number;
  onLeave: (() => void) | undefined;
}) {
  const t = useText(text);
  if (Type === 'gateway' && DeviceList.length === 0) return null;
  return (
    <section className="alarm-behind">
      <h2>{t.devicesBehind}</h2>
      {Type === 'slave' ? <p className="alarm-rule">{t.onGateway(GatewayName)}</p> : null}
      <ul>
        {DeviceList.map(({ Mtid, MName, Area }) => (
          <li key={Mtid}>
            <Link to={links.device(Mtid, projectId)} onClick={onLeave}>
              {MName}
            </Link>
            {Area ? <small> {Area}</small> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What raised it, in the words of that moment: what became of it since stands below. */
function causeOf({ Journal, ALARM_DESCRIBE }: AlarmDetail): { cause: string; since: string | null } {
  const hasChanged = Journal.some(({ Kind }) => Kind === 'severityChanged');
  const raised = Journal.find(({ Kind }) => Kind === 'raised');
  return hasChanged && raised && raised.Text !== ALARM_DESCRIBE
    ? { cause: raised.Text, since: ALARM_DESCRIBE }
    : { cause: ALARM_DESCRIBE, since: null };
}

function Why({ alarm }: { alarm: AlarmDetail }) {
  const t = useText(text);
  const dates = useDates();
  const now = useNow(60_000);
  const { cause, since } = causeOf(alarm);
  const number = (value: number | null) => formatWithUnit(value, alarm.Unit, alarm.Decimals);
  const ended = endedInWords(alarm, t, useLanguage());
  const facts: [string, React.ReactNode][] = [
    [t.raised, dates.short(alarm.ALARM_EPOCH, now)],
    [t.lasting, <Lasting key="lasting" alarm={alarm} />],
  ];
  if (alarm.ALARM_EPOCH_CLEARED !== null)
    facts.push([alarm.EndReason === null ? t.returnedAt : t.endedAt, dates.short(alarm.ALARM_EPOCH_CLEARED, now)]);
  // States and lost lines have no worst value; a number would be their code.
  if (alarm.AlarmType === 'limit') {
    if (alarm.MaxValue !== null) facts.push([t.worst, number(alarm.MaxValue)]);
    if (alarm.LimitValue !== null) facts.push([t.limit, number(alarm.LimitValue)]);
    if (alarm.Value !== null) facts.push([t.present, number(alarm.Value)]);
  }
  if (alarm.Ahead !== null) facts.push([t.ahead, <Ahead key="ahead" alarm={alarm} />]);
  if (alarm.StrategyDeleted) facts.push([t.strategy, t.strategyDeleted(alarm.StrategyName ?? t.nameless)]);
  else if (alarm.StrategyName) facts.push([t.strategy, alarm.StrategyName]);
  if (alarm.AckedName) facts.push([t.confirmedAt, t.byAt(alarm.AckedName, dates.short(alarm.ALARM_EPOCH_ACKED, now))]);
  return (
    <section aria-labelledby={`why-${alarm.Id}`}>
      <h2 id={`why-${alarm.Id}`}>
        {t.whyItAlarmed}
        {alarm.DetectedLate ? (
          <span className="alarm-late" title={t.detectedLateHint}>
            {t.detectedLate}
          </span>
        ) : null}
      </h2>
      <p className="alarm-sentence">{cause}</p>
      {since ? <p className="alarm-rule">{t.sinceThen(since)}</p> : null}
      <HeldWords alarm={alarm} />
      {ended ? (
        <p className="alarm-rule">{alarm.EndReason === 'disproved' ? t.disproved : t.notReturned(ended)}</p>
      ) : null}
      {alarm.ALARM_SETTING ? <p className="alarm-rule">{t.ruleIs(alarm.ALARM_SETTING)}</p> : null}
      <dl className="alarm-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Timeline({ alarm }: { alarm: AlarmDetail }) {
  const t = useText(text);
  const dates = useDates();
  const now = useNow(60_000);
  const tone = (kind: string, level: number | null) =>
    kind === 'raised' || kind === 'severityChanged' || kind === 'repeated' || kind === 'escalated'
      ? severityOf(level ?? alarm.Level)
      : kind === 'returnedToNormal'
        ? 'good'
        : 'people';
  const steps = [
    ...alarm.Journal.map((row) => ({
      at: row.At,
      tone: tone(row.Kind, row.Level),
      words: row.UserName && !row.Text.includes(row.UserName) ? `${row.UserName} · ${row.Text}` : row.Text,
      note: '',
    })),
  ].sort((a, b) => a.at - b.at);
  return (
    <section aria-labelledby={`what-${alarm.Id}`}>
      <h2 id={`what-${alarm.Id}`}>{t.whatHappened}</h2>
      <ol className="alarm-timeline">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two steps may share time and words; the list only grows at its end
          <li key={`${step.at} ${index}`} className={`alarm-step alarm-step-${step.tone}`}>
            <time dateTime={new Date(step.at).toISOString()} title={dates.dateTimeSeconds(step.at)}>
              {dates.short(step.at, now)}
            </time>
            <span>
              {step.words}
              {step.note ? <small>{step.note}</small> : null}
            </span>
          </li>
        ))}
      </ol>
      {alarm.NotifiedCount === 0 || alarm.Notified === null ? (
        <p className="alarm-rule">
          {alarm.NotifiedCount > 0
            ? t.notified(alarm.NotifiedCount)
            : alarm.Active
              ? t.nobodyNotifiedYet
              : t.nobodyNotified}
        </p>
      ) : null}
    </section>
  );
}
