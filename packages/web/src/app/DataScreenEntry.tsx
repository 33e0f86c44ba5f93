import { FundProjectionScreenOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import { text } from './text.ts';

/** Opens the company's own data screen beside this page; a company without one is told so. Spec §6. */
export function DataScreenEntry() {
  const t = useText(text);
  const notify = useNotify();
  const { company } = useSession();
  const ask = useCallMutation('getUserBigScreen');
  if (company.Flags.dataScreen !== true) return null;
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
      notify.failure(error);
    }
  };
  return (
    <Button type="text" icon={<FundProjectionScreenOutlined />} loading={ask.isPending} onClick={() => void open()}>
      {t.dataScreen}
    </Button>
  );
}
