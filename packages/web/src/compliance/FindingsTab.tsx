import {
  calls,
  complianceProfiles,
  dispositions,
  dispositionWords,
  type FindingRow,
  findingCauses,
  findingCauseWords,
  findingKinds,
  findingKindWords,
  findingStates,
  findingStateWords,
} from '@watchpost/contract';
import { Button, Input, Radio, Select } from 'antd';
import { useMemo } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash, formatWithUnit } from '../lib/numbers.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { ConfirmDialog, FormDialog, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { useSave, WordTag } from '../ui/index.ts';
import {
  choicesFilter,
  defineList,
  type ListColumn,
  ListPage,
  pagingOf,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { callsAboutCompliance } from './callsAboutCompliance.ts';
import { findingText, proofText } from './text.ts';

const findingList = defineList({
  name: 'complianceFindings',
  filters: {
    kinds: choicesFilter({
      label: findingText.kind,
      param: 'kind',
      options: findingKinds.map((value) => ({ value, label: findingKindWords[value] })),
    }),
    states: choicesFilter({
      label: findingText.state,
      param: 'state',
      options: findingStates.map((value) => ({ value, label: findingStateWords[value] })),
    }),
  },
  sorts: ['time'],
  usualSort: { by: 'time', ascending: false },
});

/** Excursions and gaps of sealed days: explained by one person, excursions confirmed by another. */
export function FindingsTab() {
  const t = useText(findingText);
  const p = useText(proofText);
  const { ProjectId } = useProject();
  const mayEdit = useMay('reportsEdit', 'compliancePublish');
  const list = useList(findingList);
  const dialog = useDialog();
  const { kinds, states } = list.query.filters;
  const { PageIndex, PageSize, IsAsc } = pagingOf(list.query);
  const page = useCall(
    'getFindingPage',
    { body: { ProjectId, KindList: kinds, StateList: states, IsAsc, PageIndex, PageSize } },
    { ...whileWaiting, refetchInterval: 60_000 },
  );
  const columns = useFindingColumns();
  const explain = (rows: readonly FindingRow[], clear?: () => void) =>
    dialog.open(<ExplainDialog rows={rows} onDone={clear} onClose={dialog.close} />);
  const confirm = (rows: readonly FindingRow[], clear?: () => void) =>
    dialog.open(<ConfirmFindings rows={rows} onDone={clear} onClose={dialog.close} />);
  const mayConfirm = ({ State, IsOwn }: FindingRow) => State === 'toConfirm' && !IsOwn;
  const mayExplain = ({ ConfirmEpoch }: FindingRow) => ConfirmEpoch === null;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={p.findings}
        keyOf={({ FindingId }) => FindingId}
        nameOf={({ DeviceName, PointName, Day }) => `${DeviceName} ${PointName} ${Day}`}
        empty={{ title: t.none, hint: t.noneHint }}
        {...(mayEdit
          ? {
              rowActions: (row: FindingRow) => [
                ...(mayConfirm(row)
                  ? [{ key: 'confirm', label: t.confirm, inline: true, run: () => confirm([row]) }]
                  : []),
                ...(mayExplain(row)
                  ? [{ key: 'explain', label: t.explain, inline: row.State === 'open', run: () => explain([row]) }]
                  : []),
              ],
              batch: (rows: readonly FindingRow[], clear: () => void) => (
                <>
                  <Button disabled={!rows.every(mayExplain)} onClick={() => explain(rows, clear)}>
                    {t.explain}
                  </Button>
                  <Button disabled={!rows.every(mayConfirm)} onClick={() => confirm(rows, clear)}>
                    {t.confirm}
                  </Button>
                </>
              ),
            }
          : {})}
      />
      {dialog.shown}
    </>
  );
}

function useFindingColumns(): readonly ListColumn<FindingRow>[] {
  const t = useText(findingText);
  const p = useText(proofText);
  const inWords = useBilingual();
  const dates = useDates();
  return useMemo(
    (): ListColumn<FindingRow>[] => [
      {
        key: 'point',
        title: p.point,
        width: 160,
        always: true,
        onCard: 'heading',
        render: ({ DeviceName, PointName }) => (
          <>
            {DeviceName} <span className="compliance-muted">{PointName}</span>
          </>
        ),
      },
      {
        key: 'kind',
        title: t.kind,
        width: 120,
        render: ({ Kind, Profile, OwnProfile }) => (
          <>
            {inWords(findingKindWords[Kind])}
            {Profile === null ? null : (
              <div className="compliance-hint">
                {OwnProfile === null
                  ? inWords(complianceProfiles[Profile])
                  : `${OwnProfile.ProfileName} · ${p.version(OwnProfile.Version)}`}
              </div>
            )}
          </>
        ),
      },
      {
        key: 'time',
        title: t.time,
        width: 150,
        sort: 'time',
        render: ({ FromEpoch }) => <time>{dates.dateTime(FromEpoch)}</time>,
      },
      {
        key: 'lasted',
        title: t.lasted,
        width: 120,
        render: ({ FromEpoch, UntilEpoch }) => dates.duration((UntilEpoch - FromEpoch) / 1000),
      },
      {
        key: 'extreme',
        title: t.extreme,
        width: 90,
        align: 'right',
        render: ({ Extreme, Unit, Decimals }) => (Extreme === null ? dash : formatWithUnit(Extreme, Unit, Decimals)),
      },
      {
        key: 'state',
        title: t.state,
        width: 175,
        render: ({ State, IsOwn }) => (
          <>
            <WordTag
              good={State === 'closed' ? true : State === 'open' ? false : null}
              words={inWords(findingStateWords[State])}
            />
            {State === 'toConfirm' && IsOwn ? <div className="compliance-hint">{t.own}</div> : null}
          </>
        ),
      },
      {
        key: 'action',
        title: t.action,
        render: ({ Cause, Explanation, Disposition, ExplainName, ConfirmName }) =>
          Cause === null ? (
            dash
          ) : (
            <>
              {inWords(findingCauseWords[Cause])}
              {Disposition === null ? '' : ` · ${inWords(dispositionWords[Disposition])}`}
              <div className="compliance-hint">{Explanation}</div>
              <div className="compliance-hint">
                {t.by} {ExplainName ?? dash}
                {ConfirmName === null ? '' : ` · ${t.confirmedBy} ${ConfirmName}`}
              </div>
            </>
          ),
      },
    ],
    [t, p, inWords, dates],
  );
}

function ExplainDialog({
  rows,
  onDone,
  onClose,
}: {
  rows: readonly FindingRow[];
  onDone: (() => void) | undefined;
  onClose: () => void;
}) {
  const t = useText(findingText);
  const inWords = useBilingual();
  const save = useSave(callsAboutCompliance, () => {
    onDone?.();
    onClose();
  });
  const [row] = rows;
  const hasGoods = rows.some(({ Kind }) => Kind === 'excursion');
  const FindingIdList = rows.map(({ FindingId }) => FindingId);
  const form = useSchemaForm(calls.explainFindings.body, {
    initial: {
      FindingIdList,
      Cause: row?.Cause ?? undefined,
      Explanation: rows.length === 1 ? (row?.Explanation ?? '') : '',
      Disposition: row?.Disposition ?? undefined,
    },
    save: (body) => save('explainFindings', { body: { ...body, FindingIdList } }, t.explained),
  });
  return (
    <FormDialog form={form} title={t.explainOf(rows.length)} onClose={onClose}>
      <form.Field name="Cause" label={t.cause}>
        <Select options={findingCauses.map((value) => ({ value, label: inWords(findingCauseWords[value]) }))} />
      </form.Field>
      <form.Field name="Explanation" label={t.action} extra={t.actionHint}>
        <Input.TextArea rows={3} maxLength={500} />
      </form.Field>
      {hasGoods ? (
        <form.Field name="Disposition" label={t.goods}>
          <Radio.Group
            options={dispositions.map((value) => ({ value, label: inWords(dispositionWords[value]) }))}
            optionType="button"
          />
        </form.Field>
      ) : null}
    </FormDialog>
  );
}

function ConfirmFindings({
  rows,
  onDone,
  onClose,
}: {
  rows: readonly FindingRow[];
  onDone: (() => void) | undefined;
  onClose: () => void;
}) {
  const t = useText(findingText);
  const inWords = useBilingual();
  const save = useSave(callsAboutCompliance, () => {
    onDone?.();
    onClose();
  });
  return (
    <ConfirmDialog
      title={t.confirmOf(rows.length)}
      ok={t.confirm}
      danger={false}
      act={() =>
        save('confirmFindings', { body: { FindingIdList: rows.map(({ FindingId }) => FindingId) } }, t.confirmed)
      }
      onClose={onClose}
    >
      <p>{t.confirmHint}</p>
      <ul>
        {rows.slice(0, 10).map(({ FindingId, DeviceName, PointName, Day, Cause, Explanation, Disposition }) => (
          <li key={FindingId}>
            {DeviceName} {PointName} {Day}
            <div className="compliance-hint">
              {[Cause && inWords(findingCauseWords[Cause]), Disposition && inWords(dispositionWords[Disposition])]
                .filter(Boolean)
                .join(' · ')}
              : {Explanation}
            </div>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
