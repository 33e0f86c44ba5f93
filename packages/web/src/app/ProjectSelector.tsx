import { Select } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { SeverityMark } from '../ui/index.ts';
import { useHotkeys } from '../ui/useHotkeys.ts';
import { text } from './text.ts';
import { useGoToProject } from './useGoToProject.ts';

/** Switches the project; the screen and its filters stay where the other project has them. Searches by name and code. */
export function ProjectSelector() {
  const t = useText(text);
  const { project, projects } = useSession();
  const goToProject = useGoToProject();
  const [open, setOpen] = useState(false);
  useHotkeys([{ keys: 'g p', what: text.findProject, run: () => setOpen(true) }]);

  return (
    <Select
      className="project-selector"
      aria-label={t.project}
      placeholder={t.project}
      value={project?.ProjectId}
      open={open}
      onOpenChange={setOpen}
      popupMatchSelectWidth={300}
      notFoundContent={t.noSuchProject}
      options={projects.map((each) => ({ value: each.ProjectId, label: each.ProjectName, project: each }))}
      showSearch={{
        filterOption: (input, option) =>
          `${option?.project.ProjectName} ${option?.project.Code}`.toLowerCase().includes(input.trim().toLowerCase()),
      }}
      optionRender={({ data }) => (
        <span className="project-option">
          <span className="project-option-name">{data.project.ProjectName}</span>
          {data.project.State === 'disabled' ? (
            <span className="project-option-note">{t.disabled}</span>
          ) : data.project.Expired ? (
            <span className="project-option-note">{t.expired}</span>
          ) : null}
          {data.project.AlarmLevel !== null && data.project.AlarmCount > 0 ? (
            <SeverityMark level={data.project.AlarmLevel} variant="word" size={10}>
              {data.project.AlarmCount}
              <span className="visually-hidden"> {t.openAlarms(data.project.AlarmCount)}</span>
            </SeverityMark>
          ) : null}
        </span>
      )}
      onChange={(id) => {
        goToProject(id);
        setOpen(false);
      }}
      // The keys of the screen are for its rows again, not letters in the search.
      onSelect={() => document.getElementById('content')?.focus()}
    />
  );
}
