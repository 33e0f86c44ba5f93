import { commonErrors, type customerCalls, customerErrors, maxCustomerDocuments } from '@watchpost/contract';
import {
  deleteKeptDocument,
  findKeptDocument,
  keepDocument,
  keepFiles,
  keptDocumentsOf,
  readDocument,
} from '../../files/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { findCustomers, insertEvent, lockCustomers } from '../customer.store.ts';
import { type CustomerDeps, tellCustomers } from '../deps.ts';
import { subjectOf } from '../present.ts';

type Calls = Pick<typeof customerCalls, 'addCustomerDocuments' | 'deleteCustomerDocument'>;

export function documentHandlers(deps: CustomerDeps): Handlers<Calls> {
  const { db, clock, fileStorage: storage } = deps;
  return {
    async addCustomerDocuments(context, { query, files }) {
      const { tenant, userId } = context.caller;
      /** Asked before the files are read, and again when they are written down. */
      const needRoom = async (find: typeof findCustomers, client: Parameters<typeof findCustomers>[1]) => {
        const [customer] = await find(tenant, client, [query.customerId]);
        if (!customer) throw new Refusal(commonErrors.notFound);
        const kept = await keptDocumentsOf(tenant, client, 'customer', customer.id);
        if (kept.length + files.length > maxCustomerDocuments)
          throw new Refusal(customerErrors.tooManyDocuments, { count: maxCustomerDocuments });
        return customer;
      };
      await needRoom(findCustomers, db);
      if (files.length === 0) throw new Refusal(commonErrors.fileMissing);
      const kept = await keepFiles({ db, clock, storage }, context, files, ({ content }) => readDocument(content));
      return inOneWrite(deps, context, async (write) => {
        const customer = await needRoom(lockCustomers, write.transaction);
        const at = new Date(clock.now());
        for (const { id, name } of kept) {
          await keepDocument(tenant, write.transaction, 'customer', { ownerId: customer.id, fileId: id, at, userId });
          await insertEvent(tenant, write.transaction, {
            ...{ customer_id: customer.id, at, user_id: userId },
            ...{ kind: 'documentAdded', reason: name },
          });
          write.log({
            companyId: tenant.companyId,
            projectId: null,
            subject: subjectOf(customer),
            after: { customerDocument: name },
          });
        }
        tellCustomers(deps, write, tenant.companyId);
        return { Added: kept.length };
      });
    },

    deleteCustomerDocument: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant, userId } = context.caller;
        const { transaction } = write;
        const document = await findKeptDocument(tenant, transaction, 'customer', body.DocumentId);
        const [customer] = document ? await lockCustomers(tenant, transaction, [document.owner_id]) : [];
        if (!document || !customer || !(await deleteKeptDocument(tenant, transaction, 'customer', document.id)))
          throw new Refusal(commonErrors.notFound);
        await insertEvent(tenant, transaction, {
          customer_id: customer.id,
          kind: 'documentDeleted',
          at: new Date(clock.now()),
          user_id: userId,
          reason: document.name,
        });
        write.log({
          companyId: tenant.companyId,
          projectId: null,
          subject: subjectOf(customer),
          before: { customerDocument: document.name },
        });
        tellCustomers(deps, write, tenant.companyId);
        return null;
      }),
  };
}
