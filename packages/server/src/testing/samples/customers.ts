import { image, type Samples } from '../sampleValues.ts';

export const samplesOfCustomers: Samples = {
  batchImportCustomer: ({ customerSheet }) => ({ query: { isDryRun: false }, files: [customerSheet] }),
  correctImportCustomer: ({ customerSheet }) => ({ files: [customerSheet] }),
  addCustomer: () => ({ body: { StartDate: '2026-01-01', EndDate: '2027-12-31' } }),
  editCustomer: () => ({ body: { City: 'Suzhou' } }),
  setCustomerControlled: () => ({ body: { Controlled: false } }),
  saveReminderRule: ({ freeReminderDays }) => ({ body: { DaysBefore: freeReminderDays } }),
  renewCustomer: ({ dueCustomerId, dueCustomerEnd }) => ({
    body: { CustomerId: dueCustomerId, FromEnd: dueCustomerEnd, EndDate: '2899-12-31' },
  }),
  undoRenewal: ({ renewedCustomerId, renewedCustomerEnd }) => ({
    body: { CustomerId: renewedCustomerId, ToEnd: renewedCustomerEnd },
  }),
  markCustomerLost: ({ endingCustomerId }) => ({ body: { CustomerId: endingCustomerId } }),
  addCustomerDocuments: () => ({ files: [image()] }),
  deleteCustomerDocument: ({ customerDocumentId }) => ({ body: { DocumentId: customerDocumentId } }),
  undoCustomerLost: ({ lostCustomerId }) => ({ body: { CustomerId: lostCustomerId } }),
};
