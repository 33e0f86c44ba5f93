import { defineLogWords } from '../logs/defineLogWords.ts';
import { assetContractKinds, assetSources, assetUsages, assetVerifications, stocktakeStates } from './kinds.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const assetLogWords = defineLogWords({
  subjects: {
    asset: { zh: '资产', en: 'Asset' },
    assetContract: { zh: '资产合同', en: 'Asset contract' },
    stocktake: { zh: '盘点', en: 'Stocktake' },
  },
  fields: {
    assetAmount: { zh: '金额（分）', en: 'Amount (fen)' },
    assetCategory: { zh: '资产类别', en: 'Category' },
    assetCode: { zh: '资产编码', en: 'Asset code' },
    assetDocument: { zh: '资产文件', en: 'Document' },
    assetContractKind: { zh: '合同类型', en: 'Kind of contract', values: assetContractKinds },
    assetContractNumber: { zh: '合同编号', en: 'Contract number' },
    assetModel: { zh: '型号', en: 'Model' },
    assetSource: { zh: '来源', en: 'Source', values: assetSources },
    assetParent: { zh: '上级资产', en: 'Part of' },
    assetReplacement: { zh: '更换费用（分）', en: 'Replacement cost (fen)' },
    assetUsage: { zh: '使用状态', en: 'Usage', values: assetUsages },
    assetVerification: { zh: '核实状态', en: 'Verification', values: assetVerifications },
    assetWarranty: { zh: '质保截止', en: 'Warranty until' },
    assetsOfContract: { zh: '合同资产', en: 'Assets of the contract' },
    contractFrom: { zh: '开始日期', en: 'From' },
    contractTo: { zh: '结束日期', en: 'To' },
    disposeDate: { zh: '处置日期', en: 'Disposed of on' },
    disposeProceeds: { zh: '处置收入（分）', en: 'Proceeds (fen)' },
    distributor: { zh: '经销商', en: 'Distributor' },
    factoryNumber: { zh: '出厂编号', en: 'Factory number' },
    installDate: { zh: '安装日期', en: 'Installed' },
    isMonitored: { zh: '是否监控', en: 'Monitored' },
    linkedDevice: { zh: '关联设备', en: 'Device', pointsAt: 'device' },
    serviceLife: { zh: '使用年限（月）', en: 'Service life (months)' },
    scannedLabels: { zh: '扫描标签', en: 'Scanned labels' },
    stocktakeAlone: { zh: '由参与盘点的人员结束', en: 'Closed by a person who took part' },
    stocktakeExpected: { zh: '应盘资产', en: 'Expected assets' },
    scanPhoto: { zh: '标签照片', en: 'Photo of the label' },
    stocktakeMissing: { zh: '未找到', en: 'Missing' },
    stocktakeMoved: { zh: '改登记位置', en: 'Moved in the register' },
    stocktakeState: { zh: '盘点状态', en: 'Stocktake', values: stocktakeStates },
    stocktakeVerified: { zh: '标为已核实', en: 'Marked as verified' },
    storageLocation: { zh: '存放位置', en: 'Storage location' },
    supplier: { zh: '供应商', en: 'Supplier' },
  },
});
