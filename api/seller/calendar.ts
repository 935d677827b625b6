/** A calendar of the seller's windows, at an address that needs no key and can be replaced or ended. */
import type { Settings } from '../../config/settings';
import { fail } from '../../domain/errors';
import { endCalendar, isCalendarOf, renewCalendar } from '../../exchange/sellers/calendar-address';
import type { Records } from '../../records/connect';
import type { LotDocument } from '../../records/documents/lot';
import { NEWEST_CLOSED, shownEnded } from '../../records/queries/newest-closed';
import { owedLots } from '../../records/queries/owed-lots';
import { sellerOf } from '../context';
import { notShared } from '../middleware/credential';
import type { RouteHandler } from '../routes/declared-route';
import type { sellerRoutes } from '../routes/seller';
import { calendarText } from './calendar-text';

/** The newest of each kind: a calendar is read whole. */
const OWED_MAX = 1_000;
const ENDED_MAX = 200;

export class CalendarRoutes {
  private readonly keyPepper: string;

  constructor(
    private readonly records: Records,
    { secrets }: Pick<Settings, 'secrets'>,
  ) {
    this.keyPepper = secrets.keyPepper;
  }

  readonly renew: RouteHandler<typeof sellerRoutes.renewCalendar> = async (_req, res) => {
    const { _id: sellerId } = sellerOf(res);
    const secret = await renewCalendar(this.records, this.keyPepper, sellerId);
    notShared(res);
    const path = `/seller/v1/calendars/${sellerId}?secret=${secret}`;
    res.json({ calendar_url: `${res.app.locals.publicUrl ?? ''}${path}` });
  };

  readonly end: RouteHandler<typeof sellerRoutes.endCalendar> = async (_req, res) => {
    await endCalendar(this.records, sellerOf(res)._id);
    res.status(204).end();
  };

  readonly read: RouteHandler<typeof sellerRoutes.readCalendar> = async (
    _req,
    res,
    { params: { id: sellerId }, query: { secret } },
  ) => {
    if (!(await isCalendarOf(this.records, this.keyPepper, { sellerId, secret }))) {
      throw fail('not_found');
    }
    const lots = await shownLots(this.records, sellerId);
    notShared(res);
    res.type('text/calendar').send(calendarText(lots));
  };
}

async function shownLots({ lots, ledger }: Records, sellerId: string): Promise<LotDocument[]> {
  const now = await ledger.capacity.now();
  const [owed, ended] = await Promise.all([
    lots.find(owedLots(sellerId, now)).sort({ _id: -1 }).limit(OWED_MAX).toArray(),
    lots.find(shownEnded(sellerId, now)).sort(NEWEST_CLOSED).limit(ENDED_MAX).toArray(),
  ]);
  return [...owed, ...ended];
}
