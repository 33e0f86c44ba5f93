import {
  alarmKinds,
  type BackTestResult,
  type BadActor,
  bestOf,
  canBeTried,
  holdsAny,
  minToPropose,
  proposalDays,
  proposalOf,
} from '@watchpost/contract';
import { Table } from 'antd';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useDates } from '../../lib/dates.ts';
import { useText } from '../../lib/defineText.ts';
import { useBilingual } from '../../lib/language.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { useSession } from '../../lib/session.ts';
import { useCall } from '../../lib/useCall.ts';
import { useMedia } from '../../lib/useMedia.ts';
import { SeverityMark } from '../../ui/index.ts';
import { FigureCards } from './FigureCards.tsx';
import { linkOf } from './proposal.ts';
import { text } from './text.ts';

const keyOf = ({ RuleId, Type, SourceId }: BadActor) => `${RuleId} ${Type} ${SourceId}`;

/** What raises the most alarms, each with what would make it quieter: tried on its past, one after the other. */
export function BadActors({ actors, withProject }: { actors: readonly BadActor[]; withProject: boolean }) {
  const t = useText(text);
  const dates = useDates();
  const kinds = useBilingual();
  const { permissions } = useSession();
  const isWide = useMedia('(min-width: 768px)');
  const mayTry = holdsAny(permissions, ['alarmManage', 'alarmStrategyEdit', 'companyAlarms']);
  /** Those that are done: the next one is tried when they are. A trial costs the server a second of its time. */
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const next = actors.find((actor) => canBeTried(actor) && !done.has(keyOf(actor)));
  if (actors.length === 0) return null;
  const cells = {
    source: (row: BadActor) => (
      <span className="health-source">
        <SeverityMark level={row.Level} />
        <span>
          {[withProject ? row.ProjectName : '', row.MName, row.PointName].filter(Boolean).join(' · ')}
          <small>{row.ALARM_SETTING || kinds(alarmKinds[row.AlarmType])}</small>
          <small>{row.StrategyName}</small>
        </span>
      </span>
    ),
    share: (row: BadActor) => `${formatNumber(row.Percent, row.Percent < 10 ? 1 : 0)} %`,
    chatter: (row: BadActor) => row.Chattering || '–',
    median: (row: BadActor) => dates.duration(row.MedianSeconds),
    proposal: (row: BadActor) => (
      <Proposed
        actor={row}
        isTurn={mayTry && (next === row || done.has(keyOf(row)))}
        mayTry={mayTry}
        onDone={() => setDone((before) => (before.has(keyOf(row)) ? before : new Set([...before, keyOf(row)])))}
      />
    ),
  };
  return (
    <section>
      <h2>{t.actors}</h2>
      <p className="alarm-health-note">{t.actorsHint}</p>
      {isWide ? (
        <Table<BadActor>
          size="small"
          className="tabular"
          rowKey={keyOf}
          pagination={{ pageSize: 10, hideOnSinglePage: true }}
          scroll={{ x: 'max-content' }}
          dataSource={[...actors]}
          columns={[
            { key: 'source', title: t.sourceName, render: (_, row) => cells.source(row) },
            { key: 'count', title: t.count, align: 'right', dataIndex: 'Count' },
            { key: 'share', title: t.share, align: 'right', render: (_, row) => cells.share(row) },
            { key: 'chatter', title: t.chatter, align: 'right', render: (_, row) => cells.chatter(row) },
            { key: 'median', title: t.median, align: 'right', render: (_, row) => cells.median(row) },
            { key: 'proposal', title: t.proposal, render: (_, row) => cells.proposal(row) },
          ]}
        />
      ) : (
        <FigureCards
          label={t.actors}
          cards={actors.map((row) => ({
            key: keyOf(row),
            heading: cells.source(row),
            facts: [
              { name: t.count, value: row.Count },
              { name: t.share, value: cells.share(row) },
              { name: t.chatter, value: cells.chatter(row) },
              { name: t.median, value: cells.median(row) },
            ],
            foot: cells.proposal(row),
          }))}
        />
      )}
    </section>
  );
}

function Proposed({
  actor,
  isTurn,
  mayTry,
  onDone,
}: {
  actor: BadActor;
  isTurn: boolean;
  mayTry: boolean;
  onDone: () => void;
}) {
  const t = useText(text);
  const { Definition, LineDelay, StrategyId, PointId, HasOwnLimits } = actor;
  const editor = StrategyId === null || !mayTry ? null : linkOf(actor, null);
  if (Definition === null) return <Words words={t.gone} link={editor} label={t.openStrategy} />;
  if (actor.Count < minToPropose) return <Words words={t.tooFewToPropose} link={editor} label={t.openStrategy} />;
  if (LineDelay && 'onDelaySeconds' in Definition) {
    const proposal = { ruleId: actor.RuleId, onDelaySeconds: LineDelay.Seconds };
    return (
      <Words
        words={t.delay(Math.round(LineDelay.Seconds / 60))}
        note={t.effectOfPeriod(actor.Count, LineDelay.Count)}
        link={editor && linkOf(actor, proposal)}
        label={t.open}
      />
    );
  }
  if (!canBeTried(actor) || PointId === null)
    return <Words words={t.checkSource} link={editor} label={t.openStrategy} />;
  if (!mayTry) return null;
  if (!isTurn) return <span className="health-waiting">{t.waiting}</span>;
  return <Tried actor={actor} editor={editor} hasOwnLimits={HasOwnLimits} onDone={onDone} />;
}

function Tried({
  actor,
  editor,
  hasOwnLimits,
  onDone,
}: {
  actor: BadActor;
  editor: string | null;
  hasOwnLimits: boolean;
  onDone: () => void;
}) {
  const t = useText(text);
  const trial = useCall(
    'backTestAlarmRules',
    {
      body: {
        ProjectId: actor.ProjectId,
        PointIdList: [actor.PointId!],
        Days: proposalDays,
        VariantList: [{ RuleList: [actor.Definition!] }],
        Propose: true,
      },
    },
    { staleTime: 10 * 60_000, retry: false, scope: 'company' },
  );
  const isOver = trial.isSuccess || trial.isError;
  useEffect(() => {
    if (isOver) onDone();
  });
  if (trial.isError) return <Words words={t.tryFailed} link={editor} label={t.openStrategy} />;
  if (!trial.data) return <span className="health-waiting">{t.trying}</span>;
  const found = bestOf(trial.data.ResultList);
  if (!found) return <Words words={t.nothingCalmer} link={editor} label={t.openStrategy} />;
  const proposal = proposalOf(actor.RuleId, actor.Definition!, found.best.RuleList[0]!);
  const words = [
    proposal.deadband === undefined ? null : t.deadband(`${proposal.deadband} ${actor.Unit}`.trim()),
    proposal.onDelaySeconds === undefined ? null : t.delay(proposal.onDelaySeconds / 60),
  ].filter(Boolean);
  const effect = (to: BackTestResult) => t.effect(found.given.AlarmCount, to.AlarmCount);
  return (
    <Words
      words={words.join(' · ')}
      note={hasOwnLimits ? `${effect(found.best)} · ${t.ownLimits}` : effect(found.best)}
      link={editor && (hasOwnLimits ? editor : linkOf(actor, proposal))}
      label={hasOwnLimits ? t.openStrategy : t.open}
    />
  );
}

const Words = ({ words, note, link, label }: { words: string; note?: string; link: string | null; label: string }) => (
  <span className="health-proposal">
    <span>
      {words}
      {note ? <small>{note}</small> : null}
    </span>
    {link ? <Link to={link}>{label}</Link> : null}
  </span>
);
