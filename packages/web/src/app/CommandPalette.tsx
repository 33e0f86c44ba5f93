import { Input, Modal } from 'antd';
import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { alarmName } from '../alarms/index.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { usePreference } from '../lib/preferences.ts';
import { colon } from '../lib/punctuation.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import './CommandPalette.css';
import type { AppRoute } from './routeTable.ts';
import { paletteText } from './text.ts';

/** Of each kind; who wants more opens its list. */
const mostOfKind = 5;
const mostRecent = 8;
/** While someone types, one question a pause is enough. */
const typingPauseMs = 250;

type Kind = 'screens' | 'projects' | 'devices' | 'points' | 'alarms' | 'people';

interface Target {
  readonly kind: Kind;
  readonly path: string;
  readonly name: string;
  /** Where it is. */
  readonly place: string;
}

/** Kept for the person, who may work for several companies: one's names are not shown in another. */
interface Recent extends Target {
  readonly company: number;
}

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' &&
  value !== null &&
  ['kind', 'path', 'name', 'place', 'company'].every((key) => key in value);
const isSame = (a: Target, b: Target): boolean => a.path === b.path && a.name === b.name;

/** Ctrl K: goes to any screen, project, device, point, alarm or person that the user may see; first to the recent ones. */
export function CommandPalette({ screens, onClose }: { screens: readonly AppRoute[]; onClose: () => void }) {
  const p = useText(paletteText);
  const navigate = useNavigate();
  const { company } = useSession();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const list = useId();
  const [kept, keep] = usePreference<readonly unknown[]>('palette.recent', [], Array.isArray);
  const recents = kept.filter(isRecent);
  const recent = recents.filter((each) => each.company === company.CompanyId);
  const words = useSettled(typed.trim());
  const found = useFound(words, screens);
  const shown = typed.trim() === '' ? recent : found.targets;
  const chosen = Math.min(at, shown.length - 1);

  const go = (target: Target) => {
    const others = recents.filter((each) => !isSame(each, target));
    keep([{ ...target, company: company.CompanyId }, ...others].slice(0, mostRecent));
    onClose();
    navigate(target.path);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && shown.length > 0) setAt((chosen + step + shown.length) % shown.length);
    else if (event.key === 'Enter' && shown[chosen]) go(shown[chosen]);
    else return;
    event.preventDefault();
  };

  return (
    <Modal open onCancel={onClose} footer={null} closable={false} width={600} style={{ top: 80 }} title={null}>
      <Input
        autoFocus
        size="large"
        variant="borderless"
        role="combobox"
        aria-label={p.goTo}
        aria-expanded={shown.length > 0}
        aria-controls={list}
        aria-activedescendant={shown[chosen] ? `${list}-${chosen}` : undefined}
        placeholder={p.hint}
        maxLength={100}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={list} role="listbox" aria-label={p.goTo} className="palette-list">
        {shown.map((target, index) => (
          <div key={`${target.path} ${target.name}`} role="presentation">
            {typed.trim() === '' || target.kind === shown[index - 1]?.kind ? null : (
              <div role="presentation" className="palette-kind">
                {p[target.kind]}
              </div>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which holds the focus */}
            <div
              id={`${list}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              className="palette-option"
              ref={(element) => {
                if (index === chosen) element?.scrollIntoView({ block: 'nearest' });
              }}
              onMouseMove={() => setAt(index)}
              onClick={() => go(target)}
            >
              <span>{target.name}</span>
              <small>
                {typed.trim() === '' ? [p[target.kind], target.place].filter(Boolean).join(' · ') : target.place}
              </small>
            </div>
          </div>
        ))}
      </div>
      <p className="palette-note" role="status">
        {shown.length > 0
          ? null
          : typed.trim() === ''
            ? p.nothingRecent
            : found.isWaiting || words !== typed.trim()
              ? p.searching
              : p.nothing(typed.trim())}
      </p>
    </Modal>
  );
}

/** What stood long enough to be asked for. */
function useSettled(value: string): string {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), typingPauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Screens and projects are known here; the rest is asked for, each of those who may see it. */
function useFound(words: string, screens: readonly AppRoute[]): { targets: Target[]; isWaiting: boolean } {
  const inWords = useBilingual();
  const { projects, company } = useSession();
  const monitors = useMay('monitorView', 'monitorEdit');
  const managesAlarms = useMay('alarmManage');
  const managesPeople = useMay('membersView', 'membersEdit');
  const asks = words !== '';
  const page = { PageIndex: 1, PageSize: mostOfKind };
  const usually = { scope: 'company', staleTime: 30_000 } as const;
  const devices = useCall(
    'getModelTreePage',
    asks && monitors ? { body: { ModelTreeName: words, ...page } } : null,
    usually,
  );
  const points = useCall('queryPointRead', asks && monitors ? { body: { name: words, ...page } } : null, usually);
  const alarms = useCall(
    'getAlarmAct',
    asks && managesAlarms ? { query: {}, body: { Acontent: words, ...page } } : null,
    usually,
  );
  const people = useCall(
    'getUserRoleSubareaList',
    asks && managesPeople ? { body: { CompanyId: company.CompanyId, UserNameOrMobile: words, ...page } } : null,
    usually,
  );
  const low = words.toLowerCase();
  const holds = (...names: string[]) => names.some((name) => name.toLowerCase().includes(low));
  return {
    targets: [
      ...screens
        .filter(({ title }) => holds(title.zh, title.en))
        .slice(0, mostOfKind)
        .map(({ path, title }): Target => ({ kind: 'screens', path, name: inWords(title), place: '' })),
      ...projects
        .filter(({ ProjectName, Code }) => holds(ProjectName, Code))
        .slice(0, mostOfKind)
        .map(
          ({ ProjectId, ProjectName, Code }): Target => ({
            kind: 'projects',
            path: links.project(ProjectId),
            name: ProjectName,
            place: Code,
          }),
        ),
      ...(devices.data?.Data ?? []).map(
        ({ ModelTreeId, ModelTreeName, ProjectId, ProjectName }): Target => ({
          kind: 'devices',
          path: links.device(ModelTreeId, ProjectId),
          name: ModelTreeName,
          place: ProjectName,
        }),
      ),
      ...(points.data?.Data ?? []).flatMap(({ PointName, Mtid, MName, ProjectId, ProjectName }): Target[] =>
        Mtid === null
          ? []
          : [
              {
                kind: 'points',
                path: links.device(Mtid, ProjectId),
                name: `${MName} · ${PointName}`,
                place: ProjectName,
              },
            ],
      ),
      ...(alarms.data?.Data ?? []).map(
        (alarm): Target => ({
          kind: 'alarms',
          path: links.alarm(alarm.Id, alarm.ProjectId),
          name: `${alarmName(alarm)}${colon()}${alarm.ALARM_DESCRIBE}`,
          place: alarm.ProjectName,
        }),
      ),
      ...(people.data?.Data ?? []).map(
        ({ RealName }): Target => ({
          kind: 'people',
          path: links.memberNamed(RealName),
          name: RealName,
          place: '',
        }),
      ),
    ],
    isWaiting: [devices, points, alarms, people].some(({ isFetching }) => isFetching),
  };
}
