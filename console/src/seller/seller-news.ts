/** The news of a seller: a change of its standing. */
import { type SellerClient, answerOf } from '../client/clients';
import type { News, NewsReader } from '../client/news';

export function sellerNews(seller: SellerClient, add: News['add']): NewsReader {
  const read = async () => {
    const { standing_history: history } = await answerOf(seller.GET('/v1/account'));
    const [newest] = history;
    if (!newest) return;
    const { at, standing, reason } = newest;
    const text = `The standing is ${standing}: ${reason}`;
    add({ id: `standing ${at}`, text, to: '/seller/standing' });
  };
  return (changes) => {
    if (changes.some(({ kind }) => kind === 'standing')) read().catch(() => undefined);
  };
}
