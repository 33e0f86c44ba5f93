import type { AllCalls, CallInput } from '@watchpost/contract';
import { App } from 'antd';
import { useText } from '../../lib/defineText.ts';
import { useCallMutation } from '../../lib/useCall.ts';
import { EditPreview } from './EditPreview.tsx';
import { text } from './text.ts';

/** Says what an edit would do to alarms, where it does something, and asks; false: not now. */
export function useMayTouchAlarms(nameOf: (pointId: number) => string | null) {
  const t = useText(text);
  const { modal } = App.useApp();
  const previewing = useCallMutation('previewAlarmStrategy');
  return async (body: CallInput<AllCalls['previewAlarmStrategy']>['body']): Promise<boolean> => {
    const preview = await previewing.mutateAsync({ body });
    if (preview.EndCount + preview.BeginCount + preview.UnknownCount === 0) return true;
    return (
      (await modal.confirm({
        title: t.previewTitle,
        content: <EditPreview of={preview} nameOf={nameOf} />,
        okText: t.saveNow,
        cancelText: t.cancel,
      })) === true
    );
  };
}
