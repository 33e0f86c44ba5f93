import { App } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import { projectsText } from './projectsText.ts';
import { usePlacesChanged } from './usePlacesChanged.ts';
import { useWhat } from './useWhat.ts';

interface Named {
  readonly ProjectId: number;
  readonly ProjectName: string;
}

/** Switches projects off, after saying what that means, and on again. */
export function useSwitchProjects() {
  const t = useText(projectsText);
  const { modal } = App.useApp();
  const { company } = useSession();
  const notify = useNotify();
  const changed = usePlacesChanged();
  const what = useWhat();
  const one = useCallMutation('disableProject');
  const several = useCallMutation('batchSetProject');

  const set = async (projects: readonly Named[], disable: boolean, done?: () => void) => {
    const [first] = projects;
    if (!first) return;
    try {
      if (projects.length === 1) {
        await one.mutateAsync({ query: { companyId: company.CompanyId, subareaId: first.ProjectId, disable } });
      } else {
        const ProjectIdList = projects.map(({ ProjectId }) => ProjectId);
        await several.mutateAsync({ body: { CompanyId: company.CompanyId, ProjectIdList, Disabled: disable } });
      }
      notify.success(disable ? t.disabled : t.enabled);
      done?.();
      await changed();
    } catch (error) {
      notify.failure(error);
    }
  };
  return {
    disable: (projects: readonly Named[], done?: () => void): void =>
      void modal.confirm({
        title: t.disableTitle(what(projects)),
        content: t.disableHint,
        okText: t.disable,
        cancelText: t.cancel,
        onOk: () => set(projects, true, done),
      }),
    enable: (projects: readonly Named[], done?: () => void): void => void set(projects, false, done),
  };
}
