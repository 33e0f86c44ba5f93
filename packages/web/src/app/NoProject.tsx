import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { useMay, useSession } from '../lib/session.ts';
import { EmptyState } from '../ui/index.ts';
import { text } from './text.ts';

/** The page of a user without a project. With all projects visible, the company has none yet; others were not added to one. */
export function NoProject() {
  const t = useText(text);
  const { company } = useSession();
  const seesAll = useMay('allProjects');
  const mayAdd = useMay('projectsEdit');
  const navigate = useNavigate();
  return (
    <div className="page">
      <h1 className="visually-hidden">{company.CompanyName}</h1>
      <EmptyState
        title={seesAll ? t.companyWithoutProject : t.noProject}
        hint={
          seesAll ? (
            <>
              {t.companyWithoutProjectHint}
              {company.IsOperator ? (
                <span className="demo-instead">
                  {t.demoInstead} <code>npm start</code>
                </span>
              ) : null}
            </>
          ) : (
            t.noProjectHint
          )
        }
        action={
          mayAdd ? (
            <Button type="primary" onClick={() => navigate(links.projectManage)}>
              {t.addProject}
            </Button>
          ) : undefined
        }
      />
    </div>
  );
}
