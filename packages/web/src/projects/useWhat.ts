import { useCallback } from 'react';
import { useText } from '../lib/defineText.ts';
import { useLanguage } from '../lib/language.ts';
import { projectsText } from './projectsText.ts';

/** How a sentence calls these projects: one by its name, several by their number. */
export function useWhat(): (projects: readonly { readonly ProjectName: string }[]) => string {
  const t = useText(projectsText);
  const language = useLanguage();
  return useCallback(
    (projects) => {
      const [first] = projects;
      if (!first || projects.length > 1) return t.several(projects.length);
      return language === 'zh' ? `“${first.ProjectName}”` : first.ProjectName;
    },
    [t, language],
  );
}
