/**
 * Which sellers lack what a request needs, as they are registered at this moment (MATCH-16), or as their
 * refusals have shown (MATCH-19). A bid names them, so that the book matches it with the best of the others.
 */
import { declarationOf } from '../../domain/declared-models';
import { learnedLimit, needNames } from '../../domain/learned-limits';
import { type Needs, lackOf, needsDeclaration } from '../../domain/needs';
import type { Records } from '../../records/connect';
import type { SellerDocument } from '../../records/documents/seller';
import { SharedReads } from '../../fairness/shared-reads';

type Declaring = Pick<SellerDocument, '_id' | 'declaredModels' | 'refusedNeeds' | 'servedNeeds'>;

export class LackingSellers {
  private readonly reads = new SharedReads<Declaring[]>();

  constructor(private readonly records: Pick<Records, 'sellers'>) {}

  /** What each of them lacks. @param participant that asks */
  async of(
    modelId: string,
    needs: Needs,
    participant: string,
  ): Promise<Map<string, readonly string[]>> {
    const isForAll = needsDeclaration(needs);
    const read = () => (isForAll ? this.all(modelId) : this.declaring(modelId));
    const sellers = await this.reads.read(`${isForAll ? 'all' : 'declaring'} ${modelId}`, read);
    const wanted = {
      modelId,
      participant,
      needs: needNames(needs),
      contextTokens: needs.contextTokens,
    };
    const now = new Date();
    const lack = ({ declaredModels, refusedNeeds: refused, servedNeeds: served }: Declaring) => {
      const declared = lackOf(declarationOf(declaredModels, modelId), needs);
      return declared.length > 0 || !refused
        ? declared
        : (learnedLimit({ refused, served }, wanted, now)?.lacks ?? []);
    };
    const all = sellers.map((seller) => [seller._id, lack(seller)] as const);
    return new Map(all.filter(([, names]) => names.length > 0));
  }

  /** The others lack nothing that need not be declared, and have refused nothing. */
  private declaring(modelId: string): Promise<Declaring[]> {
    const hasSaid = { 'declaredModels.modelId': modelId };
    const hasRefused = { 'refusedNeeds.modelId': modelId };
    return this.read({ $or: [hasSaid, hasRefused] }, modelId);
  }

  /** Includes those that no longer offer the model: their asks may still rest. */
  private all(modelId: string): Promise<Declaring[]> {
    const offers = [{ supportedModels: modelId }, { 'modelSpellings.modelId': modelId }];
    return this.read({ $or: offers }, modelId);
  }

  private read(filter: object, modelId: string): Promise<Declaring[]> {
    const projection = {
      declaredModels: { $elemMatch: { modelId } },
      refusedNeeds: ofModel('$refusedNeeds', modelId),
      servedNeeds: ofModel('$servedNeeds', modelId),
    };
    return this.records.sellers.find(filter, { projection }).toArray();
  }
}

function ofModel(input: string, modelId: string) {
  return { $filter: { input, cond: { $eq: ['$$this.modelId', modelId] } } };
}
