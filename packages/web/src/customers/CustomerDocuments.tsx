import { FileTextOutlined } from '@ant-design/icons';
import { type CustomerDetail, maxDocumentBytes, maxImagesAtOnce } from '@watchpost/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { formatBytes } from '../downloads/index.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';

import { useMay } from '../lib/session.ts';
import { DeleteDialog, FilesButton, useDialog } from '../ui/form/index.ts';
import { Refused, useSave } from '../ui/index.ts';
import { callsAboutCustomers } from './callsAboutCustomers.ts';
import { customerText } from './text.ts';

/** Contracts and other papers of a customer: opened by a click, added and deleted by those who edit customers. */
export function CustomerDocuments({ of: customer }: { of: CustomerDetail }) {
  const t = useText(customerText);
  const dates = useDates();
  const dialog = useDialog();
  const mayEdit = useMay('customerProfiles');
  const save = useSave(callsAboutCustomers);
  const [isSending, setSending] = useState(false);
  const [refused, setRefused] = useState<unknown>(null);
  const add = async (files: File[]) => {
    setSending(true);
    setRefused(null);
    try {
      await save('addCustomerDocuments', { query: { customerId: customer.CustomerId }, files }, t.added);
    } catch (error) {
      setRefused(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <section className="customer-panel" aria-label={t.documents}>
      <h2>{t.documents}</h2>
      {customer.DocumentList.length === 0 ? <p>{t.noDocuments}</p> : null}
      <ul className="customer-documents">
        {customer.DocumentList.map(({ DocumentId, Name, Url, Size, Epoch, UserName }) => (
          <li key={DocumentId}>
            <FileTextOutlined aria-hidden="true" />
            <a href={Url} target="_blank" rel="noreferrer">
              {Name}
            </a>
            <small className="tabular">
              {[formatBytes(Size), dates.dateTime(Epoch), UserName].filter(Boolean).join(' · ')}
            </small>
            {mayEdit ? (
              <Button
                size="small"
                type="text"
                aria-label={`${t.delete}: ${Name}`}
                onClick={() =>
                  dialog.open(
                    <DeleteDialog
                      title={t.deleteDocument}
                      names={[Name]}
                      call="deleteCustomerDocument"
                      input={{ body: { DocumentId } }}
                      said={t.deleted}
                      asks={callsAboutCustomers}
                      onClose={dialog.close}
                    />,
                  )
                }
              >
                {t.delete}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {mayEdit ? (
        <div className="customer-add-documents">
          <FilesButton
            words={t.addDocuments}
            accept="application/pdf,image/*"
            loading={isSending}
            onChoose={(files) => void add(files)}
          />
          <small>{t.documentsHint(maxImagesAtOnce, maxDocumentBytes / 1_048_576)}</small>
        </div>
      ) : null}
      <Refused error={refused} />
      {dialog.shown}
    </section>
  );
}
