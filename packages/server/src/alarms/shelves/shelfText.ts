import type { Bilingual } from '@watchpost/contract';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import type { ShelfWords } from './hiding.store.ts';

const kindText: Record<ShelfWords['kind'], Bilingual> = {
  shelved: { zh: '已搁置', en: 'Shelved' },
  outOfService: { zh: '退出服务', en: 'Out of service' },
  maintenance: { zh: '检修窗口内', en: 'Under maintenance' },
};

/** "Shelved until 2026-11-22 18:00: fan on order" */
export function hiddenText({ kind, reason, reason_en, until_at, time_zone }: ShelfWords): Bilingual {
  const until = until_at && localOfEpoch(until_at.getTime(), time_zone).slice(0, 16);
  return {
    zh: `${kindText[kind].zh}${until ? `，至 ${until}` : ''}${reason && `：${reason}`}`,
    en: `${kindText[kind].en}${until ? ` until ${until}` : ''}${reason && `: ${reason_en ?? reason}`}`,
  };
}

/** Why it is seen again before its time is over. */
export const risenText: Bilingual = {
  zh: '级别高于搁置时，重新显示',
  en: 'More severe than it was shelved at: shown again',
};

/** Why it is seen again when nobody ended what hid it. */
export const hiderGoneText: Bilingual = {
  zh: '搁置该报警的设置已随设备或区域删除，重新显示',
  en: 'What hid it was deleted with its device or area: shown again',
};

/** Why it is seen again. */
export function shownText({ kind, ended_by }: ShelfWords): Bilingual {
  const byHand = ended_by !== null;
  switch (kind) {
    case 'shelved':
      return byHand
        ? { zh: '已取消搁置', en: 'Unshelved' }
        : { zh: '搁置到期', en: 'The time it was shelved for is over' };
    case 'outOfService':
      return { zh: '已恢复服务', en: 'Back in service' };
    case 'maintenance':
      return byHand
        ? { zh: '检修窗口已结束', en: 'The maintenance window was ended' }
        : { zh: '检修窗口已过', en: 'The maintenance window is over' };
  }
}
