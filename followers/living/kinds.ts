/** What is alive by the records, and has a workflow as long as it is. */
import type { mongo } from 'mongoose';
import type { ContractOrderDocument } from '../../records/documents/contract-order';
import type { ReadCollections } from '../../records/collections';
import type { LotDocument } from '../../records/documents/lot';
import type { LivingName } from '../../records/documents/maintenance-state';
import type { ReadCollection } from '../../records/mongodb/read-collection';
import type { SellerDocument } from '../../records/documents/seller';

export interface Alive {
  readonly workflowId: string;
  /** Starts the workflow again; where it runs, nothing else happens. */
  putBack(): Promise<void>;
}

export interface LivingPage {
  /** Those that are no longer left to their own workflows. */
  readonly alive: readonly Alive[];
  /** Of the last record of the page; null when it is the last page. */
  readonly lastId: string | null;
}

export interface LivingKind {
  readonly name: LivingName;
  /** The next records after this id, in the order of their ids. */
  after(id: string, limit: number): Promise<LivingPage>;
}

/** Workflows, and their start from the records. */
export interface LivingWorkflows {
  lotWorkflowId(lot: LotDocument): string;
  sellerWorkflowId(seller: SellerDocument): string;
  wakeOrder(orderId: string): Promise<void>;
  startLot(lot: LotDocument): Promise<void>;
  wakeSeller(seller: SellerDocument): Promise<void>;
}

/** Younger records are left to their own workflows. */
const PATIENCE_MS = 60_000;

export function livingKinds(
  records: Pick<ReadCollections, 'contractOrders' | 'lots' | 'sellers'>,
  workflows: LivingWorkflows,
): LivingKind[] {
  return [
    kind<ContractOrderDocument>('contract-orders', records.contractOrders, {
      alive: { status: 'open' },
      ageBy: 'updatedAt',
      workflowIdOf: ({ workflowId }) => workflowId,
      putBack: ({ _id }) => workflows.wakeOrder(_id),
    }),
    kind<LotDocument>('lots', records.lots, {
      alive: { status: 'open' },
      ageBy: 'createdAt',
      workflowIdOf: (lot) => workflows.lotWorkflowId(lot),
      putBack: (lot) => workflows.startLot(lot),
    }),
    // Those that are used, suspended ones too: the end of a suspension is a timer of its workflow.
    kind<SellerDocument>('sellers', records.sellers, {
      alive: { standing: { $ne: 'Banned' }, asleepSince: null },
      ageBy: 'updatedAt',
      workflowIdOf: (seller) => workflows.sellerWorkflowId(seller),
      putBack: (seller) => workflows.wakeSeller(seller),
    }),
  ];
}

interface Terms<Document> {
  readonly alive: mongo.Filter<mongo.BSON.Document>;
  readonly ageBy: 'createdAt' | 'updatedAt';
  workflowIdOf(document: Document): string;
  putBack(document: Document): Promise<void>;
}

function kind<Document extends { readonly _id: string }>(
  name: LivingName,
  collection: ReadCollection<Document>,
  { alive, ageBy, workflowIdOf, putBack }: Terms<Document>,
): LivingKind {
  return {
    name,
    async after(id, limit) {
      const filter = { ...alive, _id: { $gt: id } } as mongo.Filter<Document>;
      const found = (await collection
        .find(filter)
        .sort({ _id: 1 })
        .limit(limit)
        .toArray()) as Document[];
      const before = Date.now() - PATIENCE_MS;
      // By our own filter: an index by age would serve this alone.
      const old = found.filter(
        (document) => (document as unknown as Record<typeof ageBy, Date>)[ageBy].getTime() < before,
      );
      return {
        alive: old.map((document) => ({
          workflowId: workflowIdOf(document),
          putBack: () => putBack(document),
        })),
        lastId: found.length < limit ? null : found.at(-1)!._id,
      };
    },
  };
}
