import { EyeOutlined } from '@ant-design/icons';
import { keepPreviousData } from '@tanstack/react-query';
import { type AllCalls, type CallData, type MemberRow, wildcardPermissionId } from '@watchpost/contract';
import { Button, Modal, Pagination } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { EmptyState, ErrorState, ListSkeleton, severityOf, severityText } from '../ui/index.ts';
import { SearchField } from '../ui/list/index.ts';
import { accessText } from './accessText.ts';
import { memberName } from './memberName.ts';
import { RoleTags } from './RoleTags.tsx';
import { useScreens } from './Screens.ts';
import { text } from './text.ts';
import type { DialogProps } from './useOpened.ts';
import './ViewAsDialog.css';

type View = CallData<AllCalls['getUserView']>;
type ProjectOfView = View['Projects']['Data'][number];
const pageSize = 20;

/** The projects and the menu that a member would see: read only, marked as such, and nothing of it acts. */
export function ViewAsDialog({ member, open, onClose, onClosed }: DialogProps & { member: MemberRow }) {
  const t = useText(accessText);
  const words = useText(text);
  const [projectName, setProjectName] = useState('');
  /** The field stays while it is typed in, however few projects are left. */
  const [hasSearched, setHasSearched] = useState(false);
  const [page, setPage] = useState(1);
  const [chosen, choose] = useState<number | null>(null);
  const view = useCall(
    'getUserView',
    {
      query: {
        userId: member.UserId,
        ...(projectName === '' ? {} : { projectName }),
        pageIndex: page,
        pageSize,
      },
    },
    { scope: 'company', staleTime: 0, placeholderData: keepPreviousData },
  );
  const projects = view.data?.Projects.Data ?? [];
  const project = projects.find(({ ProjectId }) => ProjectId === chosen) ?? projects[0] ?? null;
  const name = memberName(member);
  return (
    <Modal
      open={open}
      onCancel={onClose}
      afterClose={onClosed}
      width={960}
      title={t.viewAsOf(name)}
      footer={null}
      className="view-as"
    >
      <p className="view-as-banner" role="note">
        <EyeOutlined aria-hidden="true" />
        <span>{t.viewingAs(name)}</span>
        <Button size="small" onClick={onClose}>
          {t.leaveView}
        </Button>
      </p>
      {view.error && !view.data ? (
        <ErrorState error={view.error} onRetry={() => void view.refetch()} />
      ) : !view.data ? (
        <ListSkeleton rows={6} />
      ) : (
        <>
          {view.data.ActiveStatus ? null : (
            <p className="access-refused" role="alert">
              {t.seesNothing}
            </p>
          )}
          <p className="view-as-roles">
            <span className="access-hint">{t.companyRoles}</span>
            {view.data.RoleList.length > 0 ? <RoleTags roles={view.data.RoleList} /> : t.noCompanyRole}
            {view.data.FuncS.includes(wildcardPermissionId) ? (
              <span className="access-tag access-tag-accent">{t.everything}</span>
            ) : null}
          </p>
          <div className="view-as-body">
            <section aria-label={t.hisProjects}>
              <h2>
                {t.hisProjects} <small className="tabular">{view.data.Projects.TotalCount}</small>
              </h2>
              {view.data.Projects.TotalCount > pageSize || hasSearched ? (
                <SearchField
                  label={t.searchProjects}
                  value={projectName}
                  onChange={(asked = '') => {
                    setHasSearched(true);
                    setProjectName(asked);
                    setPage(1);
                  }}
                />
              ) : null}
              {projects.length === 0 ? (
                <EmptyState title={t.noProjects} hint={t.noProjectsHint} />
              ) : (
                <ul className="view-as-projects">
                  {projects.map((each) => (
                    <li key={each.ProjectId}>
                      <button type="button" aria-current={each === project} onClick={() => choose(each.ProjectId)}>
                        <span>{each.ProjectName}</span>
                        <small className="view-as-projects-note">
                          <WhatHeSees project={each} />
                        </small>
                      </button>
                    </li>
                  ))}
                </ul>
              )}
              {view.data.Projects.TotalCount > pageSize ? (
                <Pagination
                  simple
                  size="small"
                  align="center"
                  current={page}
                  pageSize={pageSize}
                  total={view.data.Projects.TotalCount}
                  showSizeChanger={false}
                  onChange={setPage}
                  aria-label={words.projects}
                />
              ) : null}
            </section>
            <MenuOfMember view={view.data} project={project} />
          </div>
        </>
      )}
    </Modal>
  );
}

function WhatHeSees({ project }: { project: ProjectOfView }) {
  const t = useText(accessText);
  const words = useText(text);
  const severity = useText(severityText);
  const { DeviceMode, DeviceCount, AlarmLevelList } = project;
  const devices = DeviceMode === 'all' || DeviceCount === null ? t.seesAllDevices : t.seesDevices(DeviceCount);
  const alarms =
    AlarmLevelList.length === 4
      ? t.seesAllLevels
      : AlarmLevelList.length === 0
        ? t.seesNoLevel
        : t.seesLevels(AlarmLevelList.map((level) => severity[severityOf(level)]).join(words.listComma));
  return `${devices} · ${alarms}`;
}

/** The member's sidebar in the project, platform by platform; its entries are not links. */
function MenuOfMember({ view, project }: { view: View; project: ProjectOfView | null }) {
  const t = useText(accessText);
  const inWords = useBilingual();
  const screens = useScreens();
  const { company, projects } = useSession();
  const known = projects.find(({ ProjectId }) => ProjectId === project?.ProjectId);
  const menus = screens.menusOf({
    permissions: new Set([...view.FuncS, ...(project?.FuncS ?? [])]),
    isLimited: project?.DeviceMode === 'listed',
    industry: project === null ? null : (known?.Industry ?? company.Industry),
    placesToShow: view.PlacesToShow,
    subsystems: new Set(project?.BigTypeCodeList ?? []),
  });
  return (
    <section aria-label={t.hisMenu} aria-live="polite">
      <h2>{project ? t.hisMenuIn(project.ProjectName) : t.hisMenu}</h2>
      {menus.length === 0 ? <EmptyState title={t.noMenu} /> : null}
      <div className="view-as-menus">
        {menus.map(({ platform, titles }) => (
          <div key={platform.en}>
            <h3>{inWords(platform)}</h3>
            <ul>
              {titles.map(({ path, title }) => (
                <li key={path}>{inWords(title)}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}
