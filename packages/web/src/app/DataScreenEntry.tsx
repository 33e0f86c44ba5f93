import { FundProjectionScreenOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { CallError } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import { text } from './text.ts';

const NoDataScreen = lazy(() => import('./NoDataScreen.tsx').then((module) => ({ default: module.NoDataScreen })));
/** The company has no address of its own. */
const noDataScreen = 404;

/**
 * Opens the company's own data screen beside this page; a company without one gets a notice with a way to the standard one. Hidden
 * from people who may not see data screens. Spec §6.
 */
export function DataScreenEntry() {
  const t = useText(text);
  const notify = useNotify();
  const { company } = useSession();
  const mayOpen = useMay('dataScreenView');
  const [notice, setNotice] = useState<string | null>(null);
  const ask = useCallMutation('getUserBigScreen');
  if (company.Flags.dataScreen !== true || !mayOpen) return null;
  const open = async () => {
    // Opened within the click, or the browser takes it for an advertisement; the address follows.
    const screen = window.open('', '_blank');
    try {
      const { Url } = await ask.mutateAsync({ query: { companyId: company.CompanyId } });
      if (screen) {
        screen.opener = null;
        screen.location.replace(Url);
      }
    } catch (error) {
      screen?.close();
      if (error instanceof CallError && error.code === noDataScreen) setNotice(error.message);
      else notify.failure(error);
    }
  };
  return (
    <>
      <Button type="text" icon={<FundProjectionScreenOutlined />} loading={ask.isPending} onClick={() => void open()}>
        {t.dataScreen}
      </Button>
      {notice === null ? null : (
        <Suspense fallback={null}>
          <NoDataScreen notice={notice} onClose={() => setNotice(null)} />
        </Suspense>
      )}
    </>
  );
}
