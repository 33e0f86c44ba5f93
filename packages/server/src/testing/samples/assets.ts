import { randomUUID } from 'node:crypto';
import { image, type Samples } from '../sampleValues.ts';

export const samplesOfAssets: Samples = {
  batchImportAsset: ({ projectId, assetSheet }) => ({ query: { projectId, isDryRun: false }, files: [assetSheet] }),
  correctImportAsset: ({ assetSheet }) => ({ files: [assetSheet] }),
  addAsset: ({ projectId }) => ({ body: { ProjectId: projectId, Amount: 1200.5 } }),
  editAsset: () => ({ body: { Location: 'Yard' } }),
  disposeAsset: ({ oldAssetId }) => ({ body: { AssetId: oldAssetId, DisposeDate: '2026-02-03', Proceeds: 120 } }),
  undoDisposal: ({ disposedAssetId }) => ({ body: { AssetId: disposedAssetId } }),
  addAssetDocuments: () => ({ files: [image()] }),
  deleteAssetDocument: ({ assetDocumentId }) => ({ body: { DocumentId: assetDocumentId } }),
  addAssetContract: ({ assetId, freeAssetCode }) => ({
    body: {
      ContractNumber: `C ${freeAssetCode}`,
      Kind: 'lease' as const,
      StartDate: '2026-01-01',
      EndDate: '2027-12-31',
      AssetIdList: [assetId],
    },
  }),
  editAssetContract: ({ assetContractId }) => ({ body: { ContractId: assetContractId, Supplier: 'North' } }),
  deleteAssetContract: ({ spareAssetContractId }) => ({ body: { ContractIdList: [spareAssetContractId] } }),
  getAssetLabels: () => ({ body: { Address: 'https://watchpost.example' } }),
  findAsset: ({ assetCode }) => ({ query: { assetCode } }),
  openStocktake: ({ projectId }) => ({ body: { ProjectId: projectId, ClientKey: randomUUID() } }),
  scanLabels: () => ({ body: { ScanList: [{ ClientKey: randomUUID(), Label: 'Z-404', Epoch: 1_790_000_000_000 }] } }),
  removeScan: ({ stocktakeId, stocktakeScanId }) => ({ body: { StocktakeId: stocktakeId, ScanId: stocktakeScanId } }),
  setScanPhoto: ({ photoScanId, fileUrl }) => ({ body: { ScanId: photoScanId, Photo: fileUrl } }),
  setStocktakeState: ({ scannedStocktakeId }) => ({
    body: { StocktakeId: scannedStocktakeId, State: 'review' as const },
  }),
  decideDifferences: ({ reviewStocktakeId, missingItemKey }) => ({
    body: { StocktakeId: reviewStocktakeId, Decision: 'missing' as const, ItemKeyList: [missingItemKey] },
  }),
  closeStocktake: ({ closingStocktakeId }) => ({
    body: { StocktakeId: closingStocktakeId, VerifyFound: true, Note: 'Lent to the fair' },
  }),
  cancelStocktake: ({ spareStocktakeId }) => ({ body: { StocktakeId: spareStocktakeId } }),
  upload: () => ({ files: [image()] }),
};
