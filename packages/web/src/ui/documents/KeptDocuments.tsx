import { FileTextOutlined } from '@ant-design/icons';
import { type KeptDocument, maxDocumentBytes, maxImagesAtOnce } from '@watchpost/contract';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useDates } from '../../lib/dates.ts';
import { useText } from '../../lib/defineText.ts';
import { formatBytes } from '../../lib/formatBytes.ts';
import { FilesButton, useDialog } from '../form/index.ts';
import { Refused } from '../index.ts';
import './documents.css';
import { text } from './text.ts';

/**
 * Documents that are kept with something, the newest first: opened by a click, added and deleted by those who edit it.
 *
 * @param add keeps files; null: the reader does not edit
 * @param deletion the dialog that deletes a document
 */
export function KeptDocuments({
  list,
  add,
  deletion,
}: {
  list: readonly KeptDocument[];
  add: ((files: File[], said: string) => Promise<unknown>) | null;
  deletion: (document: KeptDocument, title: string, onClose: () => void) => ReactNode;
}) {
  const t = useText(text);
  const dates = useDates();
  const dialog = useDialog();
  const [isSending, setSending] = useState(false);
  const [refused, setRefused] = useState<unknown>(null);
  const send = async (files: File[]) => {
    setSending(true);
    setRefused(null);
    try {
      await add?.(files, t.added);
    } catch (error) {
      setRefused(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <>
      {list.length === 0 ? <p>{t.none}</p> : null}
      <ul className="kept-documents">
        {list.map((document) => (
          <li key={document.DocumentId}>
            <FileTextOutlined aria-hidden="true" />
            <a href={document.Url} target="_blank" rel="noreferrer">
              {document.Name}
            </a>
            <small className="tabular">
              {[formatBytes(document.Size), dates.dateTime(document.Epoch), document.UserName]
                .filter(Boolean)
                .join(' · ')}
            </small>
            {add === null ? null : (
              <Button
                size="small"
                type="text"
                aria-label={t.deleteOf(document.Name)}
                onClick={() => dialog.open(deletion(document, t.deleteTitle, dialog.close))}
              >
                {t.delete}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {add === null ? null : (
        <div className="kept-documents-add">
          <FilesButton
            words={t.add}
            accept="application/pdf,image/*"
            loading={isSending}
            onChoose={(files) => void send(files)}
          />
          <small>{t.hint(maxImagesAtOnce, maxDocumentBytes / 1_048_576)}</small>
        </div>
      )}
      <Refused error={refused} />
      {dialog.shown}
    </>
  );
}
