import {
  ContractChange,
  calls,
  contractParties,
  contractPartyNames,
  contractStateNames,
  contractStates,
  type MaintenanceContractRow,
  maintenanceCycleNames,
  maintenanceCycles,
  maintenanceReaders,
  NewContract,
  signatureProofs,
} from '@watchpost/contract';
import { Alert, Button, Input, Select } from 'antd';
import { useMemo } from 'react';
import { saveFile, useListExport } from '../downloads/index.ts';
import { callApi } from '../lib/client.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { comma } from '../lib/punctuation.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { DayField } from '../ui/days/index.ts';
import { DeleteDialog, FormDialog, NumberField, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { SeverityMark, useNotify, useSave, WordTag } from '../ui/index.ts';
import {
  choiceFilter,
  defineList,
  flagFilter,
  idFilter,
  type ListColumn,
  ListPage,
  pagingOf,
  type RowAction,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { callsAboutMaintenance } from './callsAboutMaintenance.ts';
import './maintenance.css';
import { PlansDialog } from './PlansDialog.tsx';
import { ServiceCalendarsDialog } from './ServiceCalendarsDialog.tsx';
import { SignLinkDialog } from './SignLinkDialog.tsx';
import { TargetsField } from './TargetsField.tsx';
import { maintenanceText } from './text.ts';

const contractList = defineList({
  name: 'maintenanceContracts',
  filters: {
    text: textFilter({ label: maintenanceText.searchContract }),
    state: choiceFilter({
      label: maintenanceText.state,
      param: 'state',
      options: contractStateNames.map((value) => ({ value, label: contractStates[value] })),
    }),
    team: idFilter({ label: maintenanceText.team, param: 'team' }),
    current: flagFilter({ label: maintenanceText.currentOnly, param: 'current' }),
  },
  sorts: ['name', 'start', 'end'],
  usualSort: { by: 'end', ascending: true },
});

const isGood = { toSign: null, signed: true, inEffect: true, expired: false, terminated: null } as const;

/** Contracts under which teams come. Route /maintenanceManage/pact. */
export function ContractsPage() {
  const t = useText(maintenanceText);
  const list = useList(contractList);
  const dialog = useDialog();
  const mayEdit = useMay('maintenanceContracts');
  const maySign = useMay('contractSign');
  const { text, state, team, current } = list.query.filters;
  const notify = useNotify();
  const exportList = useListExport();
  const question = {
    ...{ Text: text, State: state, TeamId: team, SortType: list.query.sort, IsAsc: list.query.ascending },
    ...(current ? { Over: false } : {}),
  };
  const maySeeTeams = useMay(...maintenanceReaders);
  const teams = useCall('getTeamPage', maySeeTeams ? { body: { PageSize: 500 } } : null, {
    scope: 'company',
    staleTime: 60_000,
  }).data;
  const download = async (call: 'downloadContract' | 'downloadContractSeal', contractId: number) => {
    try {
      saveFile(await callApi(call, { query: { contractId } }));
    } catch (error) {
      notify.failure(error);
    }
  };
  const page = useCall(
    'getContractPage',
    { body: { ...question, ...pagingOf(list.query) } },
    { scope: 'company', ...whileWaiting },
  );
  const columns = useContractColumns();
  const edit = (present: MaintenanceContractRow | null) =>
    dialog.open(<ContractDialog present={present} onClose={dialog.close} />);
  const actionsOf = (row: MaintenanceContractRow): RowAction[] => [
    ...(maySign && row.State === 'toSign'
      ? [
          {
            key: 'sign',
            label: t.sign,
            inline: true,
            run: () => dialog.open(<SignDialog contract={row} onClose={dialog.close} />),
          },
        ]
      : []),
    ...(mayEdit && row.State === 'toSign'
      ? [
          {
            key: 'link',
            label: t.sendLink,
            run: () => dialog.open(<SignLinkDialog contract={row} onClose={dialog.close} />),
          },
        ]
      : []),
    ...(mayEdit && row.State !== 'terminated'
      ? [
          { key: 'edit', label: t.edit, inline: !(maySign && row.State === 'toSign'), run: () => edit(row) },
          ...(row.State === 'toSign'
            ? [
                {
                  key: 'delete',
                  label: t.delete,
                  danger: true,
                  run: () =>
                    dialog.open(
                      <DeleteDialog
                        title={t.deleteContract(row.ContractName)}
                        names={[`${row.ContractNumber} ${row.ContractName}`]}
                        call="deleteContract"
                        input={{ body: { ContractId: row.ContractId, Revision: row.Revision } }}
                        said={t.deleted}
                        asks={callsAboutMaintenance}
                        onClose={dialog.close}
                      />,
                    ),
                },
              ]
            : [
                {
                  key: 'terminate',
                  label: t.terminate,
                  danger: true,
                  run: () => dialog.open(<TerminateDialog contract={row} onClose={dialog.close} />),
                },
              ]),
        ]
      : []),
    {
      key: 'plans',
      label: t.plans,
      run: () => dialog.open(<PlansDialog contract={row} onClose={dialog.close} />),
    },
    { key: 'pdf', label: t.downloadPact, run: () => void download('downloadContract', row.ContractId) },
    ...(row.SignatureList.length === 2
      ? [{ key: 'seal', label: t.downloadSeal, run: () => void download('downloadContractSeal', row.ContractId) }]
      : []),
  ];
  const add = mayEdit ? (
    <Button type="primary" onClick={() => edit(null)}>
      {t.addContract}
    </Button>
  ) : null;
  const calendars = mayEdit ? (
    <Button onClick={() => dialog.open(<ServiceCalendarsDialog onClose={dialog.close} />)}>{t.serviceCalendars}</Button>
  ) : null;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.contracts}
        keyOf={({ ContractId }) => ContractId}
        nameOf={({ ContractName }) => ContractName}
        options={{ team: teams?.Data.map(({ TeamId, TeamName }) => ({ value: TeamId, label: TeamName })) ?? null }}
        {...(mayEdit ? { onOpen: edit } : {})}
        rowActions={actionsOf}
        onExport={() => exportList('maintenanceContracts', { body: question })}
        actions={
          <>
            {calendars}
            {add}
          </>
        }
        empty={{ title: t.noContracts, hint: t.noContractsHint, action: add }}
      />
      {dialog.shown}
    </>
  );
}

function useContractColumns(): readonly ListColumn<MaintenanceContractRow>[] {
  const t = useText(maintenanceText);
  const inWords = useBilingual();
  return useMemo(
    (): ListColumn<MaintenanceContractRow>[] => [
      {
        key: 'name',
        title: t.contract,
        width: 180,
        sort: 'name',
        always: true,
        onCard: 'heading',
        render: ({ ContractName }) => ContractName,
      },
      { key: 'number', title: t.number, width: 130, ellipsis: true, render: ({ ContractNumber }) => ContractNumber },
      { key: 'partyA', title: t.partyA, width: 110, ellipsis: true, render: ({ PartyA }) => PartyA },
      { key: 'team', title: t.team, width: 110, ellipsis: true, render: ({ TeamName }) => TeamName },
      {
        key: 'term',
        title: t.term,
        width: 200,
        sort: 'end',
        render: ({ StartDate, EndDate }) => `${StartDate} – ${EndDate}`,
      },
      {
        key: 'cycle',
        title: t.cycle,
        width: 90,
        render: ({ Cycle, CycleCount }) =>
          `${CycleCount > 1 ? `${CycleCount} × ` : ''}${inWords(maintenanceCycles[Cycle])}`,
      },
      {
        key: 'state',
        title: t.state,
        width: 96,
        render: ({ State }) => <WordTag good={isGood[State]} words={inWords(contractStates[State])} />,
      },
      { key: 'first', title: t.first, width: 120, usuallyHidden: true, render: ({ FirstDate }) => FirstDate },
      {
        key: 'signing',
        title: t.signingDate,
        width: 120,
        usuallyHidden: true,
        render: ({ SigningDate }) => SigningDate ?? dash,
      },
      {
        key: 'projects',
        title: t.projects,
        width: 180,
        ellipsis: true,
        usuallyHidden: true,
        render: ({ ProjectList }) => ProjectList.map(({ ProjectName }) => ProjectName).join(comma()) || dash,
      },
      {
        key: 'templates',
        title: t.templates,
        width: 180,
        ellipsis: true,
        usuallyHidden: true,
        render: ({ TemplateList }) => TemplateList.map(({ TemplateName }) => TemplateName).join(comma()),
      },
      {
        key: 'compliance',
        title: t.compliance,
        width: 140,
        align: 'right',
        render: ({ OnTimeCount, DueCount }) => (DueCount === 0 ? dash : t.onTime(OnTimeCount, DueCount)),
      },
      {
        key: 'amount',
        title: t.amount,
        width: 120,
        align: 'right',
        usuallyHidden: true,
        render: ({ Amount }) => formatNumber(Amount, 2),
      },
    ],
    [t, inWords],
  );
}

function ContractDialog({ present, onClose }: { present: MaintenanceContractRow | null; onClose: () => void }) {
  const t = useText(maintenanceText);
  const inWords = useBilingual();
  const notify = useNotify();
  const { projects } = useSession();
  const save = useSave(callsAboutMaintenance, onClose);
  const teams = useCall('getTeamPage', { body: { PageSize: 500 } }, { scope: 'company' }).data;
  const templates = useCall('getMaintenanceTemplatePage', { body: { PageSize: 500 } }, { scope: 'company' }).data;
  const initial = useMemo(
    () => ({
      ContractName: present?.ContractName ?? '',
      ContractNumber: present?.ContractNumber ?? '',
      PartyA: present?.PartyA ?? '',
      TeamId: present?.TeamId,
      SigningDate: present?.SigningDate ?? null,
      ProjectIdList: present?.ProjectList.map(({ ProjectId }) => ProjectId) ?? [],
      StartDate: present?.StartDate,
      EndDate: present?.EndDate,
      Cycle: present?.Cycle ?? ('month' as const),
      CycleCount: present?.CycleCount ?? 1,
      FirstDate: present?.FirstDate,
      TemplateIdList: present?.TemplateList.map(({ TemplateId }) => TemplateId) ?? [],
      Amount: present?.Amount ?? null,
      TargetList: present?.TargetList ?? [],
      Note: present?.Note ?? '',
    }),
    [present],
  );
  const form = useSchemaForm(NewContract, {
    initial,
    add: (body) => save('addContract', { body }, t.added),
    edit:
      present &&
      ((body) =>
        save(
          'editContract',
          {
            body: ContractChange.parse({
              ...{ ...body, ContractId: present.ContractId, Revision: present.Revision },
            }) as never,
          },
          t.saved,
        )),
  });
  const takeNumber = async () => {
    try {
      const { ContractNumber } = await callApi('getContractNumber', { query: {} });
      form.antd.setFieldValue('ContractNumber', ContractNumber);
      form.noteChange();
    } catch (error) {
      notify.failure(error);
    }
  };
  return (
    <FormDialog form={form} title={present ? t.editContract : t.addContract} width={760} onClose={onClose}>
      {present?.SignedTeamName ? (
        <Alert type="info" showIcon title={t.takenOver(present.SignedTeamName, present.TeamName)} />
      ) : null}
      {present && present.SignatureList.length > 0 ? <Alert type="warning" showIcon title={t.editVoids} /> : null}
      <div className="form-columns">
        <form.Field name="ContractName" label={t.contract}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="ContractNumber" label={t.number}>
          <Input
            maxLength={50}
            suffix={
              <Button type="link" size="small" onClick={() => void takeNumber()}>
                {t.takeNumber}
              </Button>
            }
          />
        </form.Field>
        <form.Field name="PartyA" label={t.partyA}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="TeamId" label={t.team}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={
              teams?.Data.map(({ TeamId, TeamName, Enabled }) => ({
                value: TeamId,
                label: TeamName,
                disabled: !Enabled,
              })) ?? []
            }
          />
        </form.Field>
        <form.Field name="StartDate" label={t.start}>
          <DayField />
        </form.Field>
        <form.Field name="EndDate" label={t.end}>
          <DayField />
        </form.Field>
        <form.Field name="FirstDate" label={t.first}>
          <DayField />
        </form.Field>
        <form.Field name="SigningDate" label={t.signingDate}>
          <DayField />
        </form.Field>
        <form.Field name="CycleCount" label={t.every}>
          <NumberField min={1} max={10} precision={0} />
        </form.Field>
        <form.Field name="Cycle" label={t.cycle}>
          <Select
            options={maintenanceCycleNames.map((value) => ({ value, label: inWords(maintenanceCycles[value]) }))}
          />
        </form.Field>
        <div className="form-wide">
          <form.Field name="ProjectIdList" label={t.projects}>
            <Select
              mode="multiple"
              showSearch={{ optionFilterProp: 'label' }}
              options={projects.map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName }))}
            />
          </form.Field>
          <form.Field name="TemplateIdList" label={t.templates}>
            <Select
              mode="multiple"
              showSearch={{ optionFilterProp: 'label' }}
              options={
                templates?.Data.map(({ TemplateId, TemplateName, Revision }) => ({
                  value: TemplateId,
                  label: TemplateName,
                  disabled: Revision === null,
                })) ?? []
              }
            />
          </form.Field>
        </div>
        <form.Field name="Amount" label={t.amount}>
          <NumberField min={0} precision={2} />
        </form.Field>
        <div className="form-wide">
          <form.Field name="TargetList" label={t.targets} extra={t.targetsHint}>
            <TargetsField />
          </form.Field>
        </div>
        <form.Field name="Note" label={t.note}>
          <Input maxLength={200} />
        </form.Field>
      </div>
    </FormDialog>
  );
}

function SignDialog({ contract, onClose }: { contract: MaintenanceContractRow; onClose: () => void }) {
  const t = useText(maintenanceText);
  const inWords = useBilingual();
  const dates = useDates();
  const save = useSave(callsAboutMaintenance, onClose);
  const signed = new Set(contract.SignatureList.map(({ Party }) => Party));
  const form = useSchemaForm(calls.signContract.body, {
    initial: {
      ContractId: contract.ContractId,
      Party: contractPartyNames.find((party) => !signed.has(party)),
      Hash: contract.Hash,
    },
    save: (body) => save('signContract', { body }, t.signed),
  });
  return (
    <FormDialog
      form={form}
      title={t.signTitle(contract.ContractName)}
      submitText={t.sign}
      width={600}
      onClose={onClose}
    >
      <p>{t.signHint}</p>
      <ul>
        <li>
          {contract.ContractNumber} · {contract.PartyA} · {contract.TeamName}
        </li>
        <li>
          {t.term}: {contract.StartDate} – {contract.EndDate} · {t.first}: {contract.FirstDate}
        </li>
        <li>
          {t.cycle}: {contract.CycleCount} × {inWords(maintenanceCycles[contract.Cycle])} · {t.amount}:{' '}
          {formatNumber(contract.Amount, 2)}
        </li>
        <li>{contract.ProjectList.map(({ ProjectName }) => ProjectName).join(comma())}</li>
        <li>{contract.TemplateList.map(({ TemplateName }) => TemplateName).join(comma())}</li>
        {contract.TargetList.map((target) => (
          <li key={target.Level}>
            <SeverityMark level={target.Level} variant="word" /> {t.response} {target.ResponseMinutes}, {t.arrival}{' '}
            {target.ArrivalMinutes}, {t.resolution} {target.ResolutionMinutes} {t.minutesShort} ·{' '}
            {target.CalendarName ?? t.usualCalendar}
            {target.CalendarHours ? ` · ${target.CalendarHours}` : ''}
          </li>
        ))}
        {contract.SignatureList.map(({ Party, Name, Epoch, Proof, Mobile }) => (
          <li key={Party}>
            {t.signed}: {inWords(contractParties[Party])} · {Name} · {dates.dateTime(Epoch)} ·{' '}
            {inWords(signatureProofs[Proof])}
            {Mobile ? ` · ${Mobile}` : ''}
          </li>
        ))}
        {contract.SignLinkList.map((link) => (
          <li key={`link ${link.Party}`}>
            {t.linkSentTo(
              inWords(contractParties[link.Party]),
              link.Name,
              link.Mobile,
              dates.dateTime(link.ExpireEpoch),
            )}
          </li>
        ))}
      </ul>
      <form.Field name="Party" label={t.signFor}>
        <Select
          options={contractPartyNames.map((value) => ({
            value,
            label: inWords(contractParties[value]),
            disabled: signed.has(value),
          }))}
        />
      </form.Field>
      <p className="mt-hash">
        {t.fingerprint}: {contract.Hash}
      </p>
    </FormDialog>
  );
}

function TerminateDialog({ contract, onClose }: { contract: MaintenanceContractRow; onClose: () => void }) {
  const t = useText(maintenanceText);
  const save = useSave(callsAboutMaintenance, onClose);
  const form = useSchemaForm(calls.terminateContract.body, {
    initial: { ContractId: contract.ContractId, Revision: contract.Revision, Reason: '' },
    save: (body) => save('terminateContract', { body }, t.terminated),
  });
  return (
    <FormDialog form={form} title={t.terminateTitle(contract.ContractName)} submitText={t.terminate} onClose={onClose}>
      <p>{t.terminateHint}</p>
      <form.Field name="Reason" label={t.reason}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 5 }} />
      </form.Field>
    </FormDialog>
  );
}
