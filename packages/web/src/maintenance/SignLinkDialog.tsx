import { calls, contractParties, contractPartyNames, type MaintenanceContractRow } from '@watchpost/contract';
import { Input, Select } from 'antd';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { callsAboutMaintenance } from './callsAboutMaintenance.ts';
import { maintenanceText } from './text.ts';

/** Sends somebody without an account a link by which they sign a contract for one party. */
export function SignLinkDialog({ contract, onClose }: { contract: MaintenanceContractRow; onClose: () => void }) {
  const t = useText(maintenanceText);
  const inWords = useBilingual();
  const dates = useDates();
  const save = useSave(callsAboutMaintenance, onClose);
  const signed = new Set(contract.SignatureList.map(({ Party }) => Party));
  const form = useSchemaForm(calls.sendSignLink.body, {
    initial: {
      ContractId: contract.ContractId,
      Party: contractPartyNames.find((party) => !signed.has(party)),
      Name: '',
      Mobile: '',
    },
    save: (body) =>
      save('sendSignLink', { body: { ...body, Address: window.location.origin } }, ({ Mobile, InTestInbox }) =>
        InTestInbox ? t.linkInTestInbox(Mobile) : t.linkSent(Mobile),
      ),
  });
  return (
    <FormDialog form={form} title={t.linkTitle(contract.ContractName)} submitText={t.sendLinkNow} onClose={onClose}>
      <p>{t.linkHint}</p>
      {contract.SignLinkList.map(({ Party, Name, Mobile, ExpireEpoch }) => (
        <p key={Party}>{t.linkSentTo(inWords(contractParties[Party]), Name, Mobile, dates.dateTime(ExpireEpoch))}</p>
      ))}
      <form.Field name="Party" label={t.signFor}>
        <Select
          options={contractPartyNames.map((value) => ({
            value,
            label: inWords(contractParties[value]),
            disabled: signed.has(value),
          }))}
        />
      </form.Field>
      <form.Field name="Name" label={t.signatoryName}>
        <Input maxLength={50} />
      </form.Field>
      <form.Field name="Mobile" label={t.signatoryPhone}>
        <Input maxLength={25} inputMode="tel" />
      </form.Field>
    </FormDialog>
  );
}
