import type { StrategyTemplateRow } from '@watchpost/contract';
import { Form, Select } from 'antd';
import { useText } from '../../lib/defineText.ts';
import { useCall } from '../../lib/useCall.ts';
import { text } from './text.ts';

/** Begins a strategy with what a template of the company says. Nothing where the company keeps none. */
export function FromTemplate({
  projectId,
  onTake,
}: {
  projectId: number;
  onTake: (template: StrategyTemplateRow) => void;
}) {
  const t = useText(text);
  const templates = useCall(
    'getStrategyTemplatePage',
    { body: { ProjectId: projectId, PageIndex: 1, PageSize: 500 } },
    { staleTime: 60_000 },
  ).data?.Data;
  if (!templates || templates.length === 0) return null;
  return (
    <Form.Item label={t.fromTemplate} extra={t.fromTemplateHint}>
      <Select
        aria-label={t.fromTemplate}
        placeholder={t.chooseTemplate}
        showSearch={{ optionFilterProp: 'label' }}
        options={templates.map((template) => ({
          value: template.TemplateId,
          label: `${template.TemplateName} · ${template.SmallTypeName}`,
        }))}
        onChange={(id: number) => {
          const template = templates.find(({ TemplateId }) => TemplateId === id);
          if (template) onTake(template);
        }}
      />
    </Form.Item>
  );
}
