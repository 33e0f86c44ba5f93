import { calls, type TeamRow } from '@watchpost/contract';
import { Select } from 'antd';
import { Link } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { useCall } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { ErrorState, ListSkeleton, useSave } from '../ui/index.ts';
import { callsAboutMaintenance } from './callsAboutMaintenance.ts';
import { maintenanceText } from './text.ts';

/** Calls that are old once work has passed on: a list, which the hook takes from outside of the component. */
const asks = [...callsAboutMaintenance, 'getNewRepairActivePage'] as const;

/** What a team has open passes to another one before it is disabled; the counts lead to it. */
export function DisableTeamDialog({
  team,
  onClose,
}: {
  team: Pick<TeamRow, 'TeamId' | 'TeamName'>;
  onClose: () => void;
}) {
  const t = useText(maintenanceText);
  const work = useCall('getTeamWork', { query: { teamId: team.TeamId } }, { scope: 'company' });
  const save = useSave(asks, onClose);
  const form = useSchemaForm(calls.setTeamStatus.body, {
    initial: { TeamId: team.TeamId, Enabled: false },
    save: (body) => save('setTeamStatus', { body }, t.teamDisabled(team.TeamName)),
  });
  const open =
    work.data &&
    [
      { count: work.data.ContractCount, words: t.openContracts, to: links.contractsOfTeam(team.TeamId) },
      { count: work.data.VisitCount, words: t.openVisits, to: links.visitsOfTeam(team.TeamId) },
      { count: work.data.RepairCount, words: t.openRepairs, to: links.repairsOfTeam(team.TeamId) },
    ].filter(({ count }) => count > 0);
  return (
    <FormDialog
      form={form}
      title={t.disableTeamOf(team.TeamName)}
      submitText={t.disable}
      submitDisabled={open === undefined}
      danger
      onClose={onClose}
    >
      {open === undefined ? (
        work.error ? (
          <ErrorState error={work.error} onRetry={() => void work.refetch()} />
        ) : (
          <ListSkeleton rows={3} />
        )
      ) : open.length === 0 ? (
        <p>{t.disableHint}</p>
      ) : (
        <>
          <p>{t.teamHasOpen}</p>
          <ul>
            {open.map(({ count, words, to }) => (
              <li key={to}>
                <Link to={to}>{words(count)}</Link>
              </li>
            ))}
          </ul>
          <form.Field name="SuccessorId" label={t.successor} extra={t.successorHint}>
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              options={
                work.data?.SuccessorList.map(({ TeamId, TeamName }) => ({ value: TeamId, label: TeamName })) ?? []
              }
            />
          </form.Field>
        </>
      )}
    </FormDialog>
  );
}
