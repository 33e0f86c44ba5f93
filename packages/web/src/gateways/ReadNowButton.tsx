import type { CallName } from '@watchpost/contract';
import { Button } from 'antd';
import { useAskAgain } from '../lib/askAgain.ts';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import { detailText } from './detailText.ts';

/** So long after it was asked for the values are there: a line takes up to a second for each read. */
const readTakesMs = 3_000;

const readAnew: readonly CallName[] = ['getDevicePointPage', 'getModbusDeviceModulePage'];

/** Reads the slave at once instead of in its cycle; what it once refused would be asked for within an hour only. */
export function ReadNowButton({ slaveId }: { slaveId: number }) {
  const d = useText(detailText);
  const notify = useNotify();
  const read = useCallMutation('readSlaveNow');
  const askAgain = useAskAgain(readAnew);
  const readNow = async () => {
    try {
      await read.mutateAsync({ body: { DeviceModuleId: slaveId } });
      notify.info(d.isBeingRead);
      setTimeout(() => void askAgain(), readTakesMs);
    } catch (error) {
      notify.failure(error);
    }
  };
  return (
    <Button size="small" loading={read.isPending} onClick={() => void readNow()}>
      {d.readNow}
    </Button>
  );
}
