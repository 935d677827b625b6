/** What each closed day moved: volume, fees, refunds, money in and out. */
import { answerOf } from '../client/clients';
import { columnPlaces } from '../design/amount-text';
import { Panel } from '../design/layout';
import type { Column } from '../design/table';
import { Amount } from '../design/values';
import { OperatorPage, PagedTable } from './frame';
import type { Body } from './schemas';

type Day = Body<'DayMoney'>;

export function MoneyPage() {
  return (
    <OperatorPage
      title="Money by day"
      lead="Of all accounts, in USD, by UTC day. A day appears when the ledger has closed it, an hour after its end."
    >
      {(operator) => (
        <Panel title="Closed days" flush>
          <PagedTable
            name={['money']}
            load={(page) => answerOf(operator.GET('/admin/v1/money', { params: { query: page } }))}
            rowsOf={({ days }): readonly Day[] => days}
            caption="Money by day, newest first"
            columns={columnsOf}
            keyOf={({ day }) => day}
            empty="The ledger has closed no day yet."
          />
        </Panel>
      )}
    </OperatorPage>
  );
}

const AMOUNTS = [
  ['volume', 'Volume'],
  ['charged', 'Chats'],
  ['sold_ahead', 'Sold ahead'],
  ['fees', 'Fees'],
  ['earned', 'Sellers earned'],
  ['refunds', 'Refunds'],
  ['held', 'Held'],
  ['deposits', 'Deposits'],
  ['payouts', 'Payouts'],
  ['corrections', 'Corrections'],
] as const;

function columnsOf(days: readonly Day[]): readonly Column<Day>[] {
  const places = columnPlaces(days.flatMap((day) => AMOUNTS.map(([key]) => day[key])));
  return [
    {
      key: 'day',
      title: 'Day',
      isHeading: true,
      cell: ({ day }) => <span className="number">{day}</span>,
    },
    ...AMOUNTS.map(([key, title]): Column<Day> => ({
      key,
      title,
      align: 'end',
      cell: (day) => <Amount value={day[key]} places={places} />,
    })),
  ];
}
