import type { Samples } from '../sampleValues.ts';

export const samplesOfLists: Samples = {
  deleteTableView: () => ({ body: { ViewId: 1 } }),
  getTableField: ({ projectId }) => ({ query: { foreignId: projectId, type: 'members' } }),
  getTableViews: () => ({ query: { type: 'members' } }),
  saveTableView: () => ({ body: { TableType: 'members', Field: '{}' } }),
  updateTableField: ({ projectId }) => ({ body: { ForeignId: projectId, TableType: 'members', Field: '{}' } }),
};
