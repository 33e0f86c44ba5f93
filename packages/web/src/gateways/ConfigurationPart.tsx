import { type ConfigurationDifference, type GatewayInfo, gatewaySync } from '@watchpost/contract';
import { Alert, Button, Modal, Upload } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { saveFile } from '../downloads/index.ts';
import { CallError } from '../lib/CallError.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import { detailText } from './detailText.ts';
import { Part } from './Part.tsx';
import { StateMark } from './StateMark.tsx';
import { syncState } from './states.ts';
import { fieldText, listText } from './text.ts';
import { useGatewaysChanged } from './useGatewaysChanged.ts';

interface Comparison {
  readonly file: File;
  readonly differences: readonly ConfigurationDifference[];
  readonly problems: readonly { readonly Name: string; readonly Message: string }[];
}

/** What a chosen file is compared as, or why it cannot be used at all. */
type Chosen = Comparison | { readonly file: File; readonly refusal: string };

/** Who has to mend more than these mends the file anew. */
const shownProblems = 20;

/** Which configuration the gateway should have and has; as a file to download, and one to compare and apply. */
export function ConfigurationPart({ gateway }: { gateway: GatewayInfo }) {
  const d = useText(detailText);
  const f = useText(fieldText);
  const t = useText(listText);
  const dates = useDates();
  const notify = useNotify();
  const downloading = useCallMutation('getDeviceConfig');
  const comparing = useCallMutation('uploadDeviceConfig');
  const sync = useCall(
    'getDeviceSyncState',
    { query: { deviceId: gateway.DeviceId } },
    { scope: 'company', refetchInterval: 30_000 },
  ).data;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const download = async () => {
    try {
      saveFile(await downloading.mutateAsync({ query: { deviceId: gateway.DeviceId } }));
    } catch (error) {
      notify.failure(error);
    }
  };
  const compare = async (file: File) => {
    try {
      const answer = await comparing.mutateAsync({
        query: { deviceId: gateway.DeviceId, isDryRun: true },
        files: [file],
      });
      setChosen({ file, differences: answer.Differences, problems: answer.Problems });
    } catch (error) {
      // A word in passing would be gone before the file is mended.
      if (error instanceof CallError && error.code < 500) setChosen({ file, refusal: error.message });
      else notify.failure(error);
    }
  };
  return (
    <Part
      title={d.configuration}
      actions={
        <>
          <Button size="small" onClick={() => void download()} loading={downloading.isPending}>
            {d.download}
          </Button>
          {gateway.MayEdit ? <ChooseFile label={d.upload} isBusy={comparing.isPending} onChoose={compare} /> : null}
        </>
      }
    >
      <dl className="gateway-facts">
        <div>
          <dt>{f.sync}</dt>
          <dd>
            <StateMark state={syncState(gateway.SystemStatus)} />
          </dd>
        </div>
        <div>
          <dt>{d.desired}</dt>
          <dd>
            {gateway.DesiredVersion} <span className="gateway-faint">{dates.dateTime(gateway.DesiredEPOCH)}</span>
          </dd>
        </div>
        <div>
          <dt>{d.reported}</dt>
          <dd>
            {gateway.ReportedVersion ?? '–'}{' '}
            <span className="gateway-faint">
              {gateway.ReportedEPOCH === null ? '' : dates.dateTime(gateway.ReportedEPOCH)}
            </span>
          </dd>
        </div>
        <div>
          <dt>{d.vpn}</dt>
          <dd>
            <Link to={links.vpnOfGateway(gateway.DeviceId)}>{d.vpnAll}</Link>
          </dd>
        </div>
      </dl>
      {sync && sync.SystemStatus !== gatewaySync.synced ? <p className="gateway-faint">{sync.Message}</p> : null}
      {chosen && 'refusal' in chosen ? (
        <Modal
          open
          title={`${d.wrongFile} · ${chosen.file.name}`}
          onCancel={() => setChosen(null)}
          footer={
            <>
              <Button onClick={() => setChosen(null)}>{t.close}</Button>{' '}
              <ChooseFile label={d.otherFile} isBusy={comparing.isPending} onChoose={compare} isPrimary />
            </>
          }
        >
          <Alert type="error" showIcon title={chosen.refusal} />
          <p className="gateway-file-expected">{d.fileExpected}</p>
        </Modal>
      ) : null}
      {chosen && 'differences' in chosen ? (
        <CompareDialog gateway={gateway} comparison={chosen} onClose={() => setChosen(null)} />
      ) : null}
    </Part>
  );
}

function ChooseFile({
  label,
  isBusy,
  isPrimary = false,
  onChoose,
}: {
  label: string;
  isBusy: boolean;
  isPrimary?: boolean;
  onChoose: (file: File) => Promise<void>;
}) {
  return (
    <Upload
      accept="application/json,.json"
      showUploadList={false}
      beforeUpload={(file) => {
        void onChoose(file);
        return false;
      }}
    >
      <Button {...(isPrimary ? { type: 'primary' } : { size: 'small' })} loading={isBusy}>
        {label}
      </Button>
    </Upload>
  );
}

function CompareDialog({
  gateway,
  comparison,
  onClose,
}: {
  gateway: GatewayInfo;
  comparison: Comparison;
  onClose: () => void;
}) {
  const d = useText(detailText);
  const t = useText(listText);
  const notify = useNotify();
  const changed = useGatewaysChanged();
  const applying = useCallMutation('uploadDeviceConfig');
  const apply = async () => {
    try {
      await applying.mutateAsync({ query: { deviceId: gateway.DeviceId, isDryRun: false }, files: [comparison.file] });
      notify.success(d.applied);
      onClose();
      await changed();
    } catch (error) {
      notify.failure(error);
    }
  };
  const kinds = { gateway: d.kindGateway, slave: d.kindSlave, point: d.kindPoint };
  const changes = { added: d.changeAdded, changed: d.changeChanged, removed: d.changeRemoved };
  const { differences, problems } = comparison;
  const applies = problems.length === 0 && differences.some(({ Change }) => Change !== 'removed');
  return (
    <Modal
      open
      width={720}
      title={d.compareTitle}
      okText={d.apply}
      okButtonProps={{ disabled: !applies, loading: applying.isPending }}
      cancelText={t.cancel}
      onOk={() => void apply()}
      onCancel={onClose}
    >
      {differences.length === 0 ? (
        <p>{d.noDifference}</p>
      ) : (
        <>
          <p>{d.applyHint}</p>
          <div className="gateway-batch">
            <table className="gateway-differences">
              <thead>
                <tr>
                  <th>{d.what}</th>
                  <th>{d.difference}</th>
                </tr>
              </thead>
              <tbody>
                {differences.map(({ Kind, Change, Name, Fields }) => (
                  <tr key={`${Kind}${Name}`}>
                    <td>
                      {kinds[Kind]} {Name}
                    </td>
                    <td>
                      {changes[Change]}
                      {Fields.map(({ Field, Before, After }) => (
                        <div key={Field}>
                          {Field}: <s>{Before || '–'}</s> → {After || '–'}
                        </div>
                      ))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {problems.length > 0 ? (
            <Alert
              type="error"
              showIcon
              title={d.problems(problems.length)}
              description={
                <ul>
                  {problems.slice(0, shownProblems).map(({ Name, Message }) => (
                    <li key={`${Name}${Message}`}>
                      {Name}: {Message}
                    </li>
                  ))}
                </ul>
              }
            />
          ) : null}
        </>
      )}
    </Modal>
  );
}
