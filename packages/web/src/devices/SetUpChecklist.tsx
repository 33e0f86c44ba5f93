import { CheckCircleFilled } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { defineText, useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import './SetUpChecklist.css';
import { useSetUpCourse } from './useSetUpCourse.ts';

const text = defineText({
  title: { zh: '完成这五步，项目即可监控', en: 'Five steps until this project is monitored' },
  gateway: { zh: '接入网关', en: 'Connect a gateway' },
  gatewayHint: { zh: '现场数据由它送到平台。', en: 'It brings the readings of the site.' },
  points: { zh: '建立点位', en: 'Make points' },
  pointsHint: { zh: '网关上报的每个量是一个点位。', en: 'Each quantity that the gateway reports is a point.' },
  devices: { zh: '由点位新增设备', en: 'Make devices of the points' },
  devicesHint: { zh: '看板按设备显示数据。', en: 'The board shows readings by device.' },
  policy: { zh: '设置报警策略', en: 'Set an alarm policy' },
  policyHint: { zh: '超过限值多久报警，通知谁。', en: 'What raises an alarm, after how long, and who is notified.' },
  people: { zh: '邀请成员', en: 'Invite people' },
  peopleHint: { zh: '每个人看到哪些设备、哪些级别的报警。', en: 'Who sees which devices and which severities.' },
  done: { zh: '已完成', en: 'Done' },
  dismiss: { zh: '不再显示', en: 'Do not show again' },
});

/**
 * From an empty project to its first alarm, each step with the page where it is done. A step is ticked by what is there,
 * also when a colleague did it. Goes for good when all are done, or when the person wants no more of it.
 *
 * @param devices how many the project has
 */
export function SetUpChecklist({ projectId, devices }: { projectId: number; devices: number }) {
  const t = useText(text);
  const [course, setCourse] = useSetUpCourse(projectId);
  const { user } = useSession();
  const maySeePeople = useMay('projectConfig', 'membersView', 'membersEdit');
  const maySeePolicies = useMay('alarmManage');
  const fresh = { staleTime: 0 } as const;
  const one = { PageIndex: 1, PageSize: 10 };
  const gateways = useCall('getDeviceTotal', { body: { ProjectIdList: [projectId] } }, fresh);
  const points = useCall('getPointPage', { body: { ProjectId: projectId, ...one } }, fresh);
  const policies = useCall(
    'getAlarmStrategyPage',
    maySeePolicies ? { body: { ProjectId: projectId, ...one } } : null,
    fresh,
  );
  const people = useCall(
    'getUserRoleSubareaList',
    maySeePeople ? { body: { SubareaId: projectId, ...one } } : null,
    fresh,
  );
  const steps = [
    { key: 'gateway', to: links.gateways, done: isThere(gateways.data?.Total) },
    { key: 'points', to: links.gateways, done: isThere(points.data?.TotalCount) },
    { key: 'devices', to: links.points, done: devices > 0 },
    ...(maySeePolicies
      ? [
          {
            key: 'policy',
            // With devices there is something to propose.
            to: devices > 0 ? links.policiesFor('all') : links.newStrategy,
            done: isThere(policies.data?.TotalCount),
          } as const,
        ]
      : []),
    ...(maySeePeople
      ? [
          {
            key: 'people',
            to: links.projectMembers,
            done: people.data?.Data.some(({ UserId }) => UserId !== user.UserId),
          } as const,
        ]
      : []),
  ] as const;
  const isDone = steps.every(({ done }) => done === true);
  useEffect(() => {
    if (isDone && course !== 'over') setCourse('over');
    else if (!isDone && course === null) setCourse('begun');
  }, [isDone, course, setCourse]);
  if (isDone || course === 'over') return null;
  const next = steps.find(({ done }) => done === false)?.key;
  return (
    <section className="set-up" aria-label={t.title}>
      <header>
        <h2>{t.title}</h2>
        <Button type="text" size="small" onClick={() => setCourse('over')}>
          {t.dismiss}
        </Button>
      </header>
      <ol>
        {steps.map(({ key, to, done }, place) => (
          <li key={key} className={done ? 'set-up-done' : key === next ? 'set-up-next' : undefined}>
            <Mark done={done === true} words={t.done}>
              {place + 1}
            </Mark>
            <span>
              <Link to={to}>{t[key]}</Link>
              <small>{t[`${key}Hint`]}</small>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Undefined while it is not known. */
const isThere = (count: number | undefined): boolean | undefined => (count === undefined ? undefined : count > 0);

const Mark = ({ done, words, children }: { done: boolean; words: string; children: ReactNode }) =>
  done ? (
    <CheckCircleFilled className="set-up-mark" aria-label={words} />
  ) : (
    <span className="set-up-mark" aria-hidden>
      {children}
    </span>
  );
