import { Select } from 'antd';
import { useText } from '../../lib/defineText.ts';
import { useProjectOptions } from '../../lib/useProjectOptions.ts';
import type { FoldedFilter } from './FoldedFilters.tsx';
import { text } from './text.ts';

/** A chip names so many of what was picked, and counts the others. */
const namedAtMost = 3;

/** Some of the projects that the reader opens; none picked: all of them. */
export function useProjectsFilter(picked: readonly number[], pick: (projectIds: number[]) => void): FoldedFilter {
  const t = useText(text);
  const options = useProjectOptions();
  const names = options.flatMap(({ value, label }) => (picked.includes(value) ? [label] : []));
  return {
    name: 'projects',
    field: (
      <Select
        key="projects"
        className="filters-projects"
        mode="multiple"
        allowClear
        aria-label={t.projects}
        placeholder={t.allProjects}
        maxTagCount="responsive"
        showSearch={{ optionFilterProp: 'label' }}
        value={[...picked]}
        onChange={pick}
        options={options}
      />
    ),
    words: names.length === 0 ? null : t.chosen(names.slice(0, namedAtMost), names.length - namedAtMost),
    onClear: () => pick([]),
  };
}
