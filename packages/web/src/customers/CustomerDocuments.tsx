import type { CustomerDetail } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import { useMay } from '../lib/session.ts';
import { KeptDocuments } from '../ui/documents/index.ts';
import { DeleteDialog } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { callsAboutCustomers } from './callsAboutCustomers.ts';
import { customerText } from './text.ts';

/** Contracts and other papers of a customer. */
export function CustomerDocuments({ of: { CustomerId, DocumentList } }: { of: CustomerDetail }) {
  const t = useText(customerText);
  const mayEdit = useMay('customerProfiles');
  const save = useSave(callsAboutCustomers);
  const add = (files: File[], said: string) =>
    save('addCustomerDocuments', { query: { customerId: CustomerId }, files }, said);
  return (
    <section className="customer-panel" aria-label={t.documents}>
      <h2>{t.documents}</h2>
      <KeptDocuments
        list={DocumentList}
        add={mayEdit ? add : null}
        deletion={({ DocumentId, Name }, title, onClose) => (
          <DeleteDialog
            title={title}
            names={[Name]}
            call="deleteCustomerDocument"
            input={{ body: { DocumentId } }}
            said={t.deleted}
            asks={callsAboutCustomers}
            onClose={onClose}
          />
        )}
      />
    </section>
  );
}
