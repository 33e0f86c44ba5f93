import {
  type DailySeal,
  harmlessProblems,
  type ProofProblemRow,
  proofProblemWords,
  sealReasonWords,
  type Verification,
} from '@watchpost/contract';
import { Button, Table } from 'antd';
import { useMemo, useState } from 'react';
import { saveFile } from '../downloads/index.ts';
import { callApi } from '../lib/client.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { DaysField } from '../ui/days/DaysField.tsx';
import { type Days, daysUntil, useToday } from '../ui/days/useDays.ts';
import { useNotify, WordTag } from '../ui/index.ts';
import { defineList, type ListColumn, ListPage, pagingOf, useList, whileWaiting } from '../ui/list/index.ts';
import { proofText, sealText } from './text.ts';

const sealList = defineList({ name: 'complianceSeals', filters: {} });
/** A quarter, as the server takes it. */
const maxDays = 92;
/** Problems of a day that are named at once; verifying the day shows all. */
const problemsShown = 5;

/** Roots of the project, and the verification of a range of days. */
export function SealsTab() {
  const t = useText(sealText);
  const { ProjectId } = useProject();
  const list = useList(sealList);
  const { PageIndex, PageSize } = pagingOf(list.query);
  const page = useCall('getSealPage', { body: { ProjectId, PageIndex, PageSize } }, whileWaiting);
  const columns = useSealColumns();
  return (
    <div className="compliance-page">
      <Nightly />
      <Verifier />
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.seals}
        keyOf={({ SealId }) => SealId}
        nameOf={({ Number: number }) => t.root(number)}
        empty={{ title: t.none, hint: t.noneHint }}
      />
    </div>
  );
}

/** What the server found by itself: it verifies every sealed day within 30 days. */
function Nightly() {
  const t = useText(sealText);
  const inWords = useBilingual();
  const dates = useDates();
  const { ProjectId } = useProject();
  const { data } = useCall('getSealChecks', { query: { projectId: ProjectId } });
  if (data === undefined || data.SealedDays === 0) return null;
  return (
    <section className="compliance-panel" aria-label={t.nightly}>
      {data.LastEpoch === null ? (
        <p className="compliance-muted">{t.nightlyNone}</p>
      ) : (
        <p>
          {t.nightly}{' '}
          <WordTag
            good={data.BrokenDays === 0}
            words={data.BrokenDays === 0 ? t.nightlyGood : t.nightlyBroken(data.BrokenDays)}
          />{' '}
          <span className="compliance-muted">
            {t.nightlyState(data.RecentDays, data.SealedDays, dates.dateTime(data.LastEpoch))}
          </span>
        </p>
      )}
      {data.BrokenList.length === 0 ? null : (
        <ul className="compliance-reasons">
          {data.BrokenList.map(({ Day, SinceEpoch, ProblemList, ProblemCount }) => (
            <li key={Day}>
              {t.brokenDay(Day, dates.dateTime(SinceEpoch))}
              {ProblemList.slice(0, problemsShown).map(({ Problem, PointName, DeviceName, Number: number }) => (
                <div key={`${Problem} ${PointName} ${number}`} className="compliance-hint">
                  {PointName === null
                    ? number === null
                      ? ''
                      : t.root(number)
                    : `${DeviceName ?? ''} ${PointName}`.trim()}
                  : {inWords(proofProblemWords[Problem])}
                </div>
              ))}
              {ProblemCount > problemsShown ? <div className="compliance-hint">{t.shown(problemsShown)}</div> : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Verifier() {
  const t = useText(sealText);
  const { ProjectId } = useProject();
  const notify = useNotify();
  const today = useToday();
  const [days, setDays] = useState<Days>(() => daysUntil(today, 31));
  const [busy, setBusy] = useState<'verify' | 'proof' | 'key' | null>(null);
  const [found, setFound] = useState<{ of: Days; result: Verification } | null>(null);
  const run = async (what: 'verify' | 'proof' | 'key', act: () => Promise<void>) => {
    setBusy(what);
    try {
      await act();
    } catch (error) {
      notify.failure(error);
    } finally {
      setBusy(null);
    }
  };
  const verify = () =>
    run('verify', async () => {
      const body = { ProjectId, FromDay: days.from, UntilDay: days.to };
      setFound({ of: days, result: await callApi('verifySeals', { body }) });
    });
  const proof = () =>
    run('proof', async () => {
      saveFile(
        await callApi('downloadProof', { query: { projectId: ProjectId, fromDay: days.from, untilDay: days.to } }),
      );
    });
  const key = () => run('key', async () => saveFile(await callApi('downloadSealKey', {})));
  return (
    <section className="compliance-panel" aria-label={t.verifyTitle}>
      <p className="compliance-muted">{t.verifyHint}</p>
      <div className="compliance-tools">
        <DaysField label={t.days} days={days} maxDays={maxDays} onChange={setDays} />
        <Button type="primary" loading={busy === 'verify'} onClick={() => void verify()}>
          {t.verify}
        </Button>
        <Button loading={busy === 'proof'} onClick={() => void proof()}>
          {t.proof}
        </Button>
        <Button loading={busy === 'key'} onClick={() => void key()}>
          {t.key}
        </Button>
      </div>
      {found ? <Result days={found.of} result={found.result} /> : null}
    </section>
  );
}

function Result({ days, result }: { days: Days; result: Verification }) {
  const t = useText(sealText);
  const p = useText(proofText);
  const inWords = useBilingual();
  const { PointCount, DayCount, SampleCount, RootCount, ProblemList, ProblemCount } = result;
  const wrong = ProblemList.filter(({ Problem }) => !harmlessProblems.has(Problem)).length;
  const isNothing = DayCount === 0 && ProblemCount === 0;
  const columns = [
    {
      title: p.point,
      key: 'point',
      render: (_: unknown, { DeviceName, PointName, Number: number }: ProofProblemRow) =>
        PointName === null ? (number === null ? dash : t.root(number)) : `${DeviceName ?? ''} ${PointName}`.trim(),
    },
    { title: t.day, key: 'day', render: (_: unknown, { Day }: ProofProblemRow) => Day ?? dash },
    {
      title: t.problems,
      key: 'problem',
      render: (_: unknown, { Problem }: ProofProblemRow) => (
        <span className={harmlessProblems.has(Problem) ? '' : 'compliance-wrong'}>
          {inWords(proofProblemWords[Problem])}
        </span>
      ),
    },
  ];
  return (
    <div role="status" className="compliance-result">
      <p>
        <WordTag
          good={isNothing ? null : wrong === 0}
          words={
            isNothing
              ? t.nothing
              : ProblemCount === 0
                ? t.allMatch
                : wrong === 0
                  ? t.toKnow(ProblemCount)
                  : t.someWrong(ProblemCount)
          }
        />{' '}
        <span className="tabular">
          {days.from} – {days.to}
        </span>
      </p>
      <p className="compliance-muted">{t.summary(PointCount, DayCount, formatNumber(SampleCount), RootCount)}</p>
      {ProblemCount > 0 ? (
        <Table
          size="small"
          rowKey={({ Problem, PointId, Day, Number: number }) => `${Problem} ${PointId} ${Day} ${number}`}
          scroll={{ x: 'max-content' }}
          pagination={false}
          dataSource={ProblemList}
          columns={columns}
        />
      ) : null}
      {ProblemCount > ProblemList.length ? <p className="compliance-muted">{t.shown(ProblemList.length)}</p> : null}
    </div>
  );
}

function useSealColumns(): readonly ListColumn<DailySeal>[] {
  const t = useText(sealText);
  const inWords = useBilingual();
  const dates = useDates();
  return useMemo(
    (): ListColumn<DailySeal>[] => [
      {
        key: 'number',
        title: t.number,
        width: 80,
        always: true,
        render: ({ Number: number }) => <span className="tabular">{number}</span>,
      },
      {
        key: 'day',
        title: t.day,
        width: 130,
        always: true,
        onCard: 'heading',
        render: ({ Day }) => <span className="tabular">{Day ?? t.again}</span>,
      },
      {
        key: 'points',
        title: t.points,
        width: 110,
        align: 'right',
        render: ({ PointCount, EmptyCount }) => (
          <>
            {PointCount}
            {EmptyCount > 0 ? <div className="compliance-hint">{t.empty(EmptyCount)}</div> : null}
          </>
        ),
      },
      {
        key: 'samples',
        title: t.samples,
        width: 100,
        align: 'right',
        render: ({ SampleCount }) => formatNumber(SampleCount),
      },
      {
        key: 'revisions',
        title: t.revisions,
        render: ({ RevisionList }) =>
          RevisionList.length === 0 ? (
            dash
          ) : (
            <ul className="compliance-reasons">
              {RevisionList.slice(0, 5).map(({ PointName, Day, Revision, Reason }) => (
                <li key={`${PointName} ${Day} ${Revision}`}>
                  {PointName} {Day} r{Revision}: {inWords(sealReasonWords[Reason])}
                </li>
              ))}
            </ul>
          ),
      },
      {
        key: 'hash',
        title: t.hash,
        width: 190,
        render: ({ Hash }) => (
          <code className="compliance-hash" title={Hash}>
            {Hash.slice(0, 16)}…
          </code>
        ),
      },
      { key: 'made', title: t.made, width: 150, render: ({ MadeEpoch }) => <time>{dates.dateTime(MadeEpoch)}</time> },
    ],
    [t, inWords, dates],
  );
}
