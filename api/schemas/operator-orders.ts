/** The operator's view of an order, chat or contract, with all its details. */
import { z } from 'zod';
import { REGIONS } from '../../domain/regions';
import { LOT_STATUSES } from '../../domain/lots';
import { ATTEMPT_STATES } from '../../records/fill';
import { JOURNAL_KINDS } from '../../records/journal';
import {
  timeField,
  count,
  idOf,
  instrumentText,
  textField,
  tokens,
  usd,
  usdPerThousand,
} from './answers';
import { orderSchema } from './contracts';

const attemptSchema = z
  .object({
    number: count('From 1 upwards.'),
    state: z.enum(ATTEMPT_STATES).meta({ description: 'How far it came.' }),
    detail: textField('Why it failed.').nullable(),
    started_at: timeField('When it began'),
    ended_at: timeField('When it ended; null while it is under way').nullable(),
  })
  .meta({ id: 'Attempt' });

const usageSchema = z
  .object({
    promptTokens: tokens('Of the prompt'),
    completionTokens: tokens('Of the answer'),
    totalTokens: tokens('Of both'),
  })
  .meta({ id: 'ReportedUsage' });

const fillFields = {
  fill_id: idOf('fill'),
  status: z
    .enum(['reserved', 'settled', 'released', 'abandoned'])
    .meta({ description: 'What became of the reservation.' }),
  ask_id: idOf('ask'),
  seller_id: idOf('seller'),
  region: z.enum(REGIONS).meta({ description: 'Region of the ask.' }),
  price: usdPerThousand(),
  quantity: tokens('Reserved'),
  used: tokens('Paid for'),
  cost: usd('What the buyer paid'),
  fee: usd('What the exchange keeps'),
  usage: usageSchema.nullable().meta({ description: 'As the seller reported it.' }),
  usage_flag: z
    .literal('implausible')
    .nullable()
    .meta({ description: 'Set where the reported usage was over twice our own count.' }),
  release_reason: textField('Why nothing was charged.').nullable(),
  attempts: z.array(attemptSchema).meta({ description: 'In their order.' }),
  created_at: timeField('When it was reserved'),
  settled_at: timeField('When it was settled; null before').nullable(),
};

const fillSchema = z.object(fillFields).meta({ id: 'OrderFill' });

const drawSchema = z
  .object({ ...fillFields, lot_id: idOf('lot').nullable(), order_id: idOf('chat that drew') })
  .meta({ id: 'Draw' });

const journalSchema = z
  .object({
    journal_id: textField('Id of the journal: its business key.'),
    kind: z.enum(JOURNAL_KINDS).meta({ description: 'What moved the money.' }),
    reason: textField('Reason of a correction.').nullable(),
    lines: z
      .array(
        z
          .object({
            account: textField('Account of the ledger.', 'platform:fees'),
            phase: z
              .enum(['posted', 'pending'])
              .meta({ description: 'Pending lines hold money, posted lines move it.' }),
            side: z.enum(['debit', 'credit']).meta({ description: 'Side of the line.' }),
            amount: usd(),
          })
          .meta({ id: 'JournalLine' }),
      )
      .meta({ description: 'Debits and credits are equal.' }),
    created_at: timeField('When it was posted'),
  })
  .meta({ id: 'Journal' });

const openingSchema = z
  .object({
    actor: textField('Who opened it: `token`, or a session.'),
    address: textField('Address of the client.', '127.0.0.1').nullable(),
    request_id: textField('Request that opened it.'),
    at: timeField('When it was opened'),
  })
  .meta({ id: 'Opening' });

const workflowUrl = textField("The workflow's history in Temporal's web UI.");

const chatOrderSchema = z
  .object({
    order_id: idOf('order'),
    kind: z.literal('chat').meta({ description: 'A chat completion.' }),
    status: z.enum(['open', 'filled', 'refused']).meta({ description: 'Status of the order.' }),
    account_id: idOf('account'),
    model_id: instrumentText,
    region: textField('Region that it is pinned to; null for any.').nullable(),
    venue_pin: textField('Venue that it is restricted to; null for any.').nullable(),
    ceiling: usdPerThousand('Highest price'),
    quantity_min: tokens('Least that it needs'),
    quantity_max: tokens('Most that it can use'),
    stream: z.boolean().meta({ description: 'Whether the answer is streamed.' }),
    contract_id: idOf('contract that it draws on').nullable(),
    refusal: z
      .object({
        code: textField('Code of the refusal.', 'no_match'),
        message: textField('Its public text.'),
        param: textField('Field at fault.').nullish(),
        passedStatus: z
          .number()
          .int()
          .nullish()
          .meta({ description: "Status of a seller's own refusal that was passed on." }),
      })
      .meta({ id: 'OrderRefusal' })
      .nullable()
      .meta({ description: 'Why it was refused; null otherwise.' }),
    request_id: textField('`x-request-id` of the request.'),
    workflow_id: textField('Workflow of the order; null without one.').nullable(),
    created_at: timeField('When it was received'),
    updated_at: timeField('When it last changed'),
    fills: z.array(fillSchema).meta({ description: 'Oldest first.' }),
    journals: z.array(journalSchema).meta({ description: 'Oldest first.' }),
    workflow_url: workflowUrl.nullable(),
    openings: z
      .array(openingSchema)
      .meta({ description: 'The newest 20 openings of its sealed text.' }),
  })
  .meta({ id: 'ChatOrder' });

const lotSchema = z
  .object({
    lot_id: idOf('lot'),
    contract_id: idOf('contract'),
    seller_id: idOf('seller'),
    region: z.enum(REGIONS).meta({ description: 'Region of the ask.' }),
    price: usdPerThousand(),
    status: z.enum(LOT_STATUSES).meta({ description: 'Status of the lot.' }),
    quantity: tokens('Bought'),
    remaining: tokens('Free to be drawn'),
    reserved: tokens('Reserved for draws under way'),
    drawn: tokens('Drawn'),
    paid_undrawn: tokens('Undrawn, and paid to the seller'),
    refunded: tokens('Undrawn, and paid back'),
    cost: usd('Paid at the match'),
    escrow: usd('Still in escrow'),
    earned: usd('What left escrow for the seller, its fee included'),
    fee: usd('What the exchange keeps'),
    refund: usd('What went back to the buyer'),
    delivery_start: timeField('Start of the window'),
    expires_at: timeField('End of the window'),
    closed_at: timeField('When it was closed; null before').nullable(),
    workflow_url: workflowUrl,
  })
  .meta({ id: 'LotDetails' });

const capacityOrderSchema = z
  .object({
    ...orderSchema.shape,
    kind: z.literal('capacity').meta({ description: 'A contract order.' }),
    account_id: idOf('account'),
    request_id: textField('`x-request-id` of the request.'),
    workflow_id: textField('Workflow of the order.'),
    workflow_url: workflowUrl,
    lot_id: idOf('lot that was asked for').nullable(),
    fills_total: count('Fills of the order; the newest 100 are shown.'),
    lots_total: count('Lots of the order; the newest 100 are shown.'),
    draws_total: count('Draws on those lots; the newest 100 are shown.'),
    journals_total: count('Journals of the order.'),
    fills: z.array(fillSchema).meta({ description: 'Oldest first.' }),
    lots: z.array(lotSchema).meta({ description: 'Oldest first.' }),
    draws: z.array(drawSchema).meta({ description: 'Oldest first.' }),
    journals: z.array(journalSchema).meta({ description: 'Oldest first.' }),
  })
  .meta({ id: 'CapacityOrder' });

export const orderDetailsSchema = z.union([chatOrderSchema, capacityOrderSchema]);
