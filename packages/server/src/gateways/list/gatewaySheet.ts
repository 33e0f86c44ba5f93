import type { Bilingual } from '@watchpost/contract';
import type { SheetColumn } from '../../platform/excel/writeWorkbook.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { cardStateText, connectionText, flowText, protocolText, sharingText, syncText } from '../wordsInSheets.ts';
import type { ListedGateway } from './gatewayPage.store.ts';

/** One file that is waited for holds so many at most; the download centre takes more. */
export const maxExportedGateways = 20_000;

const text = (
  header: Bilingual,
  width: number,
  value: SheetColumn<ListedGateway>['value'],
): SheetColumn<ListedGateway> => ({ header, type: 'text', width, value }) as SheetColumn<ListedGateway>;

export const gatewayColumns: readonly SheetColumn<ListedGateway>[] = [
  text({ zh: '网关名称', en: 'Gateway' }, 26, (row, language) => inLanguage(row.name, row.name_en, language)),
  text({ zh: '序列号', en: 'Serial number' }, 20, (row) => row.serial_number),
  text({ zh: '项目', en: 'Project' }, 26, (row, language) =>
    inLanguage(row.project_name, row.project_name_en, language),
  ),
  text({ zh: '型号', en: 'Model' }, 18, (row) => row.model),
  text({ zh: '通讯协议', en: 'Protocol' }, 14, (row, language) => protocolText[row.protocol][language]),
  text({ zh: '状态', en: 'State' }, 12, (row, language) => connectionText[row.connection]?.[language] ?? ''),
  { header: { zh: '最后通信', en: 'Last seen' }, type: 'date', value: (row) => row.last_seen_at },
  text({ zh: '配置', en: 'Configuration' }, 14, (row, language) => syncText[row.sync]?.[language] ?? ''),
  { header: { zh: '从站数', en: 'Slaves' }, type: 'number', decimals: 0, value: (row) => row.slave_count },
  { header: { zh: '点位数', en: 'Points' }, type: 'number', decimals: 0, value: (row) => row.point_count },
  text({ zh: '通信卡', en: 'Card' }, 24, (row) => row.card_number),
  text({ zh: '卡状态', en: 'Card state' }, 14, (row, language) =>
    row.card_state === null ? null : (cardStateText[row.card_state]?.[language] ?? row.card_state),
  ),
  text({ zh: '流量', en: 'Data plan' }, 12, (row, language) =>
    row.flow === 0 ? null : (flowText[row.flow]?.[language] ?? ''),
  ),
  text({ zh: '授权', en: 'Shared with' }, 12, (row, language) => sharingText[row.sharing]?.[language] ?? ''),
  text({ zh: '说明', en: 'Description' }, 30, (row) => row.description),
  text({ zh: '创建人', en: 'Created by' }, 14, (row) => row.created_name),
  { header: { zh: '创建时间', en: 'Created' }, type: 'date', value: (row) => row.created_at },
];
