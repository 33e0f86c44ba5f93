import { type BootPasswordRow, type BootUnitRow, bootWays, calls } from '@watchpost/contract';
import { Button, Input, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { dash } from '../lib/numbers.ts';
import { useCall } from '../lib/useCall.ts';
import { FormDialog, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import {
  defineList,
  type ListColumn,
  ListPage,
  pagingOf,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { callsAboutBoot } from './callsAboutBoot.ts';
import { IssueDialog } from './IssueDialog.tsx';
import { PasswordTag } from './PasswordTag.tsx';
import { bootText } from './text.ts';

const passwordList = defineList({
  name: 'bootPasswords',
  filters: { text: textFilter({ label: bootText.searchPassword }) },
});

/** Who was issued which boot password when; the codes themselves are kept nowhere. Route /passwordManage. */
export function PasswordsPage() {
  const t = useText(bootText);
  const navigate = useNavigate();
  const list = useList(passwordList);
  const dialog = useDialog();
  const page = useCall(
    'getBootPasswordPage',
    { body: { Text: list.query.filters.text, ...pagingOf(list.query) } },
    { scope: 'company', ...whileWaiting },
  );
  const columns = usePasswordColumns();
  const add = <IssueField onChoose={(unit) => dialog.open(<IssueDialog unit={unit} onClose={dialog.close} />)} />;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.passwords}
        keyOf={({ PasswordId }) => PasswordId}
        nameOf={({ UnitName, Day }) => `${UnitName}, ${Day}`}
        actions={add}
        empty={{
          title: t.noPasswords,
          hint: t.issueHint,
          action: <Button onClick={() => void navigate(links.bootUnits)}>{t.units}</Button>,
        }}
        rowActions={(row) =>
          row.MayRevoke
            ? [
                {
                  key: 'revoke',
                  label: t.revoke,
                  inline: true,
                  run: () => dialog.open(<RevokeDialog password={row} onClose={dialog.close} />),
                },
              ]
            : []
        }
      />
      {dialog.shown}
    </>
  );
}

/** Released units are found by what is typed of them; a list shows no more than these at once. */
const shownUnits = 50;

/** Chooses a released unit to issue a password for. */
function IssueField({ onChoose }: { onChoose: (unit: BootUnitRow) => void }) {
  const t = useText(bootText);
  const [typed, setTyped] = useState('');
  const found = useCall(
    'getBootUnitPage',
    { body: { Text: typed.trim().slice(0, 100), InstallStatusList: ['released'], PageIndex: 1, PageSize: shownUnits } },
    { scope: 'company', ...whileWaiting },
  ).data;
  const units = found?.Data ?? [];
  const more = (found?.TotalCount ?? 0) - units.length;
  return (
    <Select
      className="boot-issue"
      aria-label={t.issue}
      placeholder={t.issue}
      value={null}
      options={units.map(({ UnitId, UnitName, UnitNumber }) => ({
        value: UnitId,
        label: `${UnitName} · ${UnitNumber}`,
      }))}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      popupRender={(list) => (
        <>
          {list}
          {more > 0 ? <p className="boot-more">{t.moreUnits(more)}</p> : null}
        </>
      )}
      onChange={(chosen: number | null) => {
        const unit = units.find(({ UnitId }) => UnitId === chosen);
        if (unit) onChoose(unit);
      }}
    />
  );
}

function usePasswordColumns(): readonly ListColumn<BootPasswordRow>[] {
  const t = useText(bootText);
  const inWords = useBilingual();
  const dates = useDates();
  return useMemo((): ListColumn<BootPasswordRow>[] => {
    const by = (name: string | null, at: number | null) =>
      at === null ? dash : [dates.dateTime(at), name].filter(Boolean).join(' · ');
    return [
      {
        key: 'unit',
        title: t.unit,
        width: 140,
        always: true,
        onCard: 'heading',
        render: ({ UnitName }) => UnitName,
      },
      { key: 'number', title: t.unitNumber, width: 130, render: ({ UnitNumber }) => UnitNumber },
      {
        key: 'day',
        title: t.day,
        width: 118,
        render: ({ Day, Counter }) => <span className="tabular">{Counter === null ? Day : t.counter(Counter)}</span>,
      },
      { key: 'attempt', title: t.attempt, width: 80, align: 'right', render: ({ Attempt }) => Attempt + 1 },
      {
        key: 'state',
        title: t.state,
        width: 100,
        render: ({ State }) => <PasswordTag state={State} />,
      },
      { key: 'issued', title: t.issued, width: 190, render: (row) => by(row.IssueName, row.IssueEpoch) },
      {
        key: 'shown',
        title: t.shownTo,
        width: 140,
        render: ({ ShowName, ShowEpoch, ShowAddress }) => by([ShowName, ShowAddress].join(' · '), ShowEpoch),
      },
      {
        key: 'used',
        title: t.used,
        width: 140,
        render: ({ UseWay, UseEpoch }) => by(UseWay && inWords(bootWays[UseWay]), UseEpoch),
      },
      {
        key: 'revoked',
        title: t.revokedBy,
        width: 190,
        usuallyHidden: true,
        render: (row) => by(row.RevokeName, row.RevokeEpoch),
      },
      { key: 'reason', title: t.reason, ellipsis: true, render: ({ Reason }) => Reason || dash },
    ];
  }, [t, inWords, dates]);
}

function RevokeDialog({ password, onClose }: { password: BootPasswordRow; onClose: () => void }) {
  const t = useText(bootText);
  const save = useSave(callsAboutBoot, onClose);
  const form = useSchemaForm(calls.revokeBootPassword.body, {
    initial: { PasswordId: password.PasswordId, Reason: '' },
    save: (body) => save('revokeBootPassword', { body }, t.revoked),
  });
  return (
    <FormDialog form={form} title={t.revokeTitle(password.UnitName)} submitText={t.revoke} onClose={onClose}>
      <p>{password.Counter === null ? t.revokeHint : t.revokeHintCounted}</p>
      <form.Field name="Reason" label={t.reason}>
        <Input maxLength={200} />
      </form.Field>
    </FormDialog>
  );
}
