import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { type MemberRow, permissionGroups, permissionIds, permissions } from '@watchpost/contract';
import { Button, Form, Modal, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { ErrorState, ListSkeleton, severityText } from '../ui/index.ts';
import { accessText } from './accessText.ts';
import { memberName } from './memberName.ts';
import { useScreens } from './Screens.ts';
import type { DialogProps } from './useOpened.ts';
import './WhyDialog.css';

interface Asked {
  readonly funcIdS: number[];
  readonly projectId?: number;
  readonly modelTreeId?: number;
  readonly alarmLevel?: number;
  readonly screen: boolean;
}

const search = { optionFilterProp: 'label' } as const;

/** Answers, step by step, why a member can or cannot open a screen or use a permission somewhere. */
export function WhyDialog({
  member,
  projectId,
  open,
  onClose,
  onClosed,
}: DialogProps & { member: MemberRow; projectId: number | null }) {
  const t = useText(accessText);
  const severity = useText(severityText);
  const inWords = useBilingual();
  const screens = useScreens();
  const { projects } = useSession();
  const [about, setAbout] = useState<'screen' | 'permission'>('screen');
  const [screen, setScreen] = useState<string | null>(null);
  const [permission, setPermission] = useState<number | null>(null);
  const [project, setProject] = useState(projectId);
  const [device, setDevice] = useState<number | null>(null);
  const [level, setLevel] = useState<number | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const devices = useCall(
    'getUserModel',
    project === null ? null : { query: { projectId: project, userId: member.UserId } },
    { scope: 'company' },
  );
  const chosen = screens.guarded.find(({ path }) => path === screen);
  const funcIdS =
    about === 'screen' ? chosen && permissionIds(chosen.access) : permission !== null ? [permission] : null;

  return (
    <Modal
      open={open}
      onCancel={onClose}
      afterClose={onClosed}
      width={560}
      title={t.whyOf(memberName(member))}
      footer={null}
    >
      <Form
        layout="vertical"
        className="why-form"
        onFinish={() => {
          if (!funcIdS) return;
          setAsked({
            funcIdS: [...funcIdS],
            ...(project === null ? {} : { projectId: project }),
            ...(project === null || device === null ? {} : { modelTreeId: device }),
            ...(level === null ? {} : { alarmLevel: level }),
            screen: about === 'screen',
          });
        }}
      >
        <Form.Item label={t.whyWhat}>
          <Segmented<'screen' | 'permission'>
            aria-label={t.whyWhat}
            value={about}
            onChange={setAbout}
            options={[
              { value: 'screen', label: t.openScreen },
              { value: 'permission', label: t.usePermission },
            ]}
          />
        </Form.Item>
        {about === 'screen' ? (
          <Form.Item label={t.screen} htmlFor="why-screen">
            <Select
              id="why-screen"
              showSearch={search}
              placeholder={t.chooseScreen}
              value={screen}
              onChange={setScreen}
              options={screens.guarded.map(({ path, title }) => ({ value: path, label: inWords(title) }))}
            />
          </Form.Item>
        ) : (
          <Form.Item label={t.permission} htmlFor="why-permission">
            <Select
              id="why-permission"
              showSearch={search}
              placeholder={t.choosePermission}
              value={permission}
              onChange={setPermission}
              options={Object.entries(permissionGroups).map(([group, title]) => ({
                label: inWords(title),
                options: Object.values(permissions)
                  .filter((each) => each.group === group)
                  .map((each) => ({ value: each.id, label: inWords(each) })),
              }))}
            />
          </Form.Item>
        )}
        <Form.Item label={t.whereProject} htmlFor="why-project">
          <Select
            id="why-project"
            showSearch={search}
            allowClear
            placeholder={t.anyProject}
            value={project}
            onChange={(next?: number) => {
              setProject(next ?? null);
              setDevice(null);
            }}
            options={projects.map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName }))}
          />
        </Form.Item>
        <Form.Item label={t.whichDevice} htmlFor="why-device">
          <Select
            id="why-device"
            showSearch={search}
            allowClear
            disabled={project === null}
            placeholder={t.anyDevice}
            value={device}
            onChange={(next?: number) => setDevice(next ?? null)}
            options={(devices.data?.ModelTreeList ?? []).map(({ ModelTreeId, ModelTreeName }) => ({
              value: ModelTreeId,
              label: ModelTreeName,
            }))}
          />
        </Form.Item>
        <Form.Item label={t.whichLevel} htmlFor="why-level">
          <Select
            id="why-level"
            allowClear
            placeholder={t.anyLevel}
            value={level}
            onChange={(next?: number) => setLevel(next ?? null)}
            options={(['urgent', 'important', 'general', 'record'] as const).map((name, index) => ({
              value: index + 1,
              label: severity[name],
            }))}
          />
        </Form.Item>
        <Button type="primary" htmlType="submit" disabled={!funcIdS}>
          {t.ask}
        </Button>
      </Form>
      {asked ? <Answer member={member} asked={asked} /> : null}
    </Modal>
  );
}

function Answer({ member, asked }: { member: MemberRow; asked: Asked }) {
  const t = useText(accessText);
  const why = useCall(
    'getUserWhy',
    { query: { userId: member.UserId, ...asked } },
    { scope: 'company', staleTime: 0, gcTime: 0 },
  );
  if (why.error) return <ErrorState error={why.error} onRetry={() => void why.refetch()} />;
  if (!why.data) return <ListSkeleton rows={3} />;
  const { Allowed, Reasons } = why.data;
  return (
    <section className="why-answer" aria-live="polite">
      <h2 className={Allowed ? 'why-can' : 'why-cannot'}>{t.answer(memberName(member), Allowed)}</h2>
      <p className="access-hint">
        {Allowed ? (Reasons.every(({ Passed }) => Passed) ? t.allowedHint : t.allowedNote) : t.refusedHint}
      </p>
      <ol>
        {Reasons.map(({ Step, Passed, Text }) => (
          <li key={Step} className={Passed ? 'why-step' : 'why-step why-step-missing'}>
            {Passed ? <CheckCircleFilled aria-label={t.passed} /> : <CloseCircleFilled aria-label={t.notPassed} />}
            <span>
              <b>{t[`step_${Step}`]}</b>
              {Text}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
