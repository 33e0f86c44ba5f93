import {
  type CapturedMessage,
  checkedMapping,
  MappingDefinition,
  type MappingDefinitionRow,
} from '@watchpost/contract';
import { Alert, Input, Select, Tag } from 'antd';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { Age, ErrorState } from '../ui/index.ts';
import { TriedResult } from './TriedResult.tsx';
import { tryText } from './text.ts';

const complete = checkedMapping(MappingDefinition);
const pollMs = 3_000;
/** So that not every letter asks. */
const restMs = 300;

/** A message of a gateway, and what the settings beside it make of it. */
export function TryMapping({
  mapping,
  sample,
  initialGatewayId,
}: {
  mapping: MappingDefinitionRow;
  /** A message to begin with; a new one replaces what is there. */
  sample: { topic: string; payload: string } | null;
  initialGatewayId: number | null;
}) {
  const t = useText(tryText);
  const { company } = useSession();
  const [gatewayId, setGatewayId] = useState(initialGatewayId);
  const [message, setMessage] = useState({ topic: '', payload: '' });
  useEffect(() => {
    if (sample) setMessage(sample);
  }, [sample]);
  const settled = useSettled(JSON.stringify({ mapping, message }));
  const question = useMemo(() => {
    const { mapping, message } = JSON.parse(settled) as {
      mapping: unknown;
      message: { topic: string; payload: string };
    };
    const parsed = complete.safeParse(mapping);
    return { isComplete: parsed.success, mapping: parsed.data, ...message };
  }, [settled]);
  const isAsked = question.isComplete && question.topic.trim() !== '' && question.payload !== '';
  const tried = useCall(
    'tryMapping',
    isAsked && question.mapping
      ? {
          body: {
            CompanyId: company.CompanyId,
            ...(gatewayId === null ? {} : { DeviceId: gatewayId }),
            Mapping: question.mapping,
            MessageTopic: question.topic,
            Payload: question.payload,
          },
        }
      : null,
    { scope: 'company', placeholderData: (before) => before },
  );
  return (
    <section className="mapping-try" aria-labelledby="try-mapping">
      <h2 id="try-mapping">{t.title}</h2>
      <p className="mapping-hint">{t.hint}</p>
      <Captured
        gatewayId={gatewayId}
        onGateway={setGatewayId}
        onTake={({ Topic, Payload }) => setMessage({ topic: Topic, payload: Payload })}
      />
      <label className="mapping-label" htmlFor="tried-topic">
        {t.messageTopic}
      </label>
      <Input
        id="tried-topic"
        className="mapping-code"
        value={message.topic}
        maxLength={255}
        spellCheck={false}
        onChange={({ target }) => setMessage({ ...message, topic: target.value })}
      />
      <label className="mapping-label" htmlFor="tried-payload">
        {t.payload}
      </label>
      <Input.TextArea
        id="tried-payload"
        className="mapping-code"
        value={message.payload}
        maxLength={65_536}
        autoSize={{ minRows: 4, maxRows: 12 }}
        spellCheck={false}
        onChange={({ target }) => setMessage({ ...message, payload: target.value })}
      />
      <h3>{t.result}</h3>
      <div aria-live="polite">
        {!question.isComplete ? (
          <p className="mapping-hint">{t.incomplete}</p>
        ) : !isAsked ? (
          <p className="mapping-hint">{t.nothingYet}</p>
        ) : tried.error && !tried.data ? (
          <ErrorState error={tried.error} onRetry={() => void tried.refetch()} />
        ) : tried.data ? (
          <TriedResult tried={tried.data} knowsGateway={gatewayId !== null} />
        ) : null}
      </div>
    </section>
  );
}

/** The text once it has stayed the same for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  const deferred = useDeferredValue(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(deferred), restMs);
    return () => clearTimeout(timer);
  }, [deferred]);
  return settled;
}

/** Messages of one gateway: asking for them makes the server keep them for a while. */
function Captured({
  gatewayId,
  onGateway,
  onTake,
}: {
  gatewayId: number | null;
  onGateway: (id: number | null) => void;
  onTake: (message: CapturedMessage) => void;
}) {
  const t = useText(tryText);
  const { company } = useSession();
  const gateways = useCall(
    'getDeviceMQTT',
    { query: { CompanyId: company.CompanyId, pageIndex: 1, pageSize: 500 } },
    { scope: 'company' },
  );
  const captured = useCall('getCapturedMessages', gatewayId === null ? null : { query: { deviceId: gatewayId } }, {
    scope: 'company',
    refetchInterval: pollMs,
  });
  const messages = captured.data?.Messages ?? [];
  return (
    <>
      <label className="mapping-label" htmlFor="tried-gateway">
        {t.gateway}
      </label>
      <Select
        id="tried-gateway"
        className="mapping-gateway"
        value={gatewayId}
        placeholder={t.chooseGateway}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(id?: number) => onGateway(id ?? null)}
        options={(gateways.data?.Data ?? []).map(({ DeviceId, deviceName, ProjectName }) => ({
          value: DeviceId,
          label: `${deviceName} · ${ProjectName}`,
        }))}
      />
      {captured.error && !captured.data ? (
        <Alert type="warning" showIcon title={captured.error.message} />
      ) : gatewayId !== null && captured.data ? (
        messages.length === 0 ? (
          <p className="mapping-hint" role="status">
            {captured.data.IsConnected ? t.waiting : t.offline}
          </p>
        ) : (
          <ul className="mapping-messages" aria-label={t.messages}>
            {messages.map((message) => (
              <li key={`${message.AtEPOCH} ${message.Topic} ${message.Payload.length}`}>
                <button type="button" onClick={() => onTake(message)}>
                  <span className="mapping-message-head">
                    <code>{message.Topic}</code>
                    <Age at={message.AtEPOCH} />
                  </span>
                  <code className="mapping-message-text">{message.Payload.slice(0, 160)}</code>
                  {message.Refused === null ? null : <Tag>{t.refused}</Tag>}
                  {message.IsWhole ? null : <Tag>{t.cut}</Tag>}
                </button>
              </li>
            ))}
          </ul>
        )
      ) : null}
    </>
  );
}
