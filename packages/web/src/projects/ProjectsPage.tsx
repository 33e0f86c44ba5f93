import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { DeletedProjectList } from './DeletedProjectList.tsx';
import { ProjectList } from './ProjectList.tsx';
import './ProjectsPage.css';
import { projectsText } from './projectsText.ts';
import { Structure } from './Structure.tsx';

const tabs = ['projects', 'structure', 'deleted'] as const;

/** What the company watches: its projects, how they are organised, and what was deleted. */
export function ProjectsPage() {
  const t = useText(projectsText);
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((each) => each === params.get('tab')) ?? 'projects';
  const content = { projects: <ProjectList />, structure: <Structure />, deleted: <DeletedProjectList /> };
  return (
    <Tabs
      className="projects"
      activeKey={tab}
      aria-label={t.tabs}
      destroyOnHidden
      // The filters of one list mean nothing to another.
      onChange={(key) => setParams(key === 'projects' ? {} : { tab: key })}
      items={tabs.map((key) => ({ key, label: t[key], children: key === tab ? content[key] : null }))}
    />
  );
}
