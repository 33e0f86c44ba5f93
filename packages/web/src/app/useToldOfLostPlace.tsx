import type { ProjectRow } from '@watchpost/contract';
import { App } from 'antd';
import { useEffect, useRef } from 'react';
import { useText } from '../lib/defineText.ts';
import type { Company } from '../lib/session.ts';
import { text } from './text.ts';

interface Place {
  readonly company: Company | null;
  readonly companies: readonly Company[] | undefined;
  readonly project: ProjectRow | null;
  readonly projects: readonly ProjectRow[] | undefined;
}

/**
 * Notifies the user, until closed, when the current company or project is no longer open to them. The screen switches to another
 * one, and its content must not be mistaken for the earlier one's.
 */
export function useToldOfLostPlace({ company, companies, project, projects }: Place): void {
  const { notification } = App.useApp();
  const t = useText(text);
  const before = useRef<{ company: Company; project: ProjectRow | null } | null>(null);
  useEffect(() => {
    if (!company || !companies || !projects) return;
    const was = before.current;
    before.current = { company, project };
    if (!was) return;
    const tell = (key: string, lost: string, now: string | undefined) =>
      notification.warning({
        key,
        title: t.placeLost(lost),
        description: now === undefined ? t.placeLostAll : t.placeLostHint(now),
        duration: false,
        role: 'alert',
        placement: 'top',
      });
    if (!companies.some(({ CompanyId }) => CompanyId === was.company.CompanyId)) {
      tell('lost-company', was.company.CompanyName, company.CompanyName);
    } else if (
      was.project &&
      was.company.CompanyId === company.CompanyId &&
      !projects.some(({ ProjectId }) => ProjectId === was.project?.ProjectId)
    ) {
      tell('lost-project', was.project.ProjectName, project?.ProjectName);
    }
  }, [company, companies, project, projects, notification, t]);
}
