/**
 * Which sellers lack what a request needs, as they are registered at this moment (MATCH-16). A bid
 * names them, so that the book matches it with the best of the others.
 */
import { declarationOf } from '../../domain/declared-models';
import { type Needs, lackOf, needsDeclaration } from '../../domain/needs';
import type { Records } from '../../records/connect';
import type { SellerDocument } from '../../records/seller';
import { SharedReads } from '../shared-reads';

type Declaring = Pick<SellerDocument, '_id' | 'declaredModels'>;

export class LackingSellers {
  private readonly reads = new SharedReads<Declaring[]>();

  constructor(private readonly records: Pick<Records, 'sellers'>) {}

  /** What each of them lacks. */
  async of(modelId: string, needs: Needs): Promise<Map<string, string[]>> {
    const isForAll = needsDeclaration(needs);
    const read = () => (isForAll ? this.all(modelId) : this.declaring(modelId));
    const sellers = await this.reads.read(`${isForAll ? 'all' : 'declaring'} ${modelId}`, read);
    const lack = ({ declaredModels }: Declaring) =>
      lackOf(declarationOf(declaredModels, modelId), needs);
    const all = sellers.map((seller) => [seller._id, lack(seller)] as const);
    return new Map(all.filter(([, names]) => names.length > 0));
  }

  /** The others lack nothing that need not be declared. */
  private declaring(modelId: string): Promise<Declaring[]> {
    return this.read({ 'declaredModels.modelId': modelId }, modelId);
  }

  /** Includes those that no longer offer the model: their asks may still rest. */
  private all(modelId: string): Promise<Declaring[]> {
    const offers = [{ supportedModels: modelId }, { 'modelSpellings.modelId': modelId }];
    return this.read({ $or: offers }, modelId);
  }

  private read(filter: object, modelId: string): Promise<Declaring[]> {
    const projection = { declaredModels: { $elemMatch: { modelId } } };
    return this.records.sellers.find(filter, { projection }).toArray();
  }
}
