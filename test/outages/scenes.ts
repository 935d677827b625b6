/** What is under way when an outage begins, and which outages there are. */
import { ABSENT, type AbsencePlan } from '../simulation/absence';
import type { MarketTerms } from '../simulation/market';
import { SPANS_MS } from './classes';

export interface Scene {
  readonly name: string;
  /** The effect at which the outage begins. */
  readonly at: AbsencePlan['at'];
  readonly terms: MarketTerms;
}

const FEW = {
  manner: 'honest',
  requestsMax: 1,
  isDrawn: false,
  isStreamed: false,
  hasOrders: false,
  hasRelays: false,
  hasOperator: false,
  hasKeys: false,
} as const;
const ORDERS = { ...FEW, hasOrders: true } as const;

export const SCENES = [
  { name: 'a chat reserved in the book alone', at: ['after', 'redis.FCALL reserve'], terms: FEW },
  { name: 'a chat reserved', at: ['after', 'records.ledger.reserveFill'], terms: FEW },
  { name: 'a chat answered, not settled', at: ['before', 'records.ledger.settleFill'], terms: FEW },
  {
    name: 'a stream in its middle',
    at: ['after', 'seller honest goes on'],
    terms: { ...FEW, isStreamed: true },
  },
  {
    name: 'a lot open, a draw reserved',
    at: ['after', 'records.ledger.capacity.reserveDraw'],
    terms: { ...FEW, isDrawn: true },
  },
  {
    name: 'a contract order begun',
    at: ['after', 'temporal.executeUpdateWithStart contractOrder'],
    terms: ORDERS,
  },
  {
    name: 'a contract fill matched, not recorded',
    at: ['before', 'records.ledger.capacity.fill'],
    terms: { ...ORDERS, tenor: '1h' },
  },
  {
    name: 'a contract order resting',
    at: ['after', 'records.ledger.capacity.placed'],
    terms: ORDERS,
  },
  { name: 'a lot bought, not begun', at: ['after', 'records.ledger.capacity.fill'], terms: ORDERS },
  {
    name: 'a resting order matched, not told',
    at: ['after', 'redis.FCALL place'],
    terms: { ...ORDERS, hasRelays: true },
  },
  {
    name: 'a registration under way',
    at: ['after', 'temporal.executeUpdateWithStart seller'],
    terms: { ...FEW, hasKeys: true },
  },
] as const satisfies readonly Scene[];

type Span = keyof typeof SPANS_MS;
export type Case = readonly [name: string, scene: Scene, absence: AbsencePlan];

const caseOf = (scene: Scene, of: AbsencePlan['of'], span: Span): Case => [
  `${scene.name}, ${of} away for a ${span}`,
  scene,
  { of, forMs: SPANS_MS[span], at: scene.at },
];
const SPANS = Object.keys(SPANS_MS) as Span[];

/** Every outage of every scene. */
export const allCases = (): Case[] =>
  SCENES.flatMap((scene) => ABSENT.flatMap((of) => SPANS.map((span) => caseOf(scene, of, span))));

/** One outage of each of six scenes; all spans and all who can be away come among them. */
export const someCases = (): Case[] =>
  SCENES.slice(0, SPANS.length).map((scene, at) =>
    caseOf(scene, ABSENT[at % ABSENT.length]!, SPANS[(5 * at + 5) % SPANS.length]!),
  );

/** A clock that is wrong from the start, while Temporal is away for a day in its middle. */
export interface WrongClock {
  readonly process: 'process gateway 1' | 'process worker 3' | 'process relay 4';
  readonly offMs: number;
  readonly terms: MarketTerms;
}

const ALL = { ...ORDERS, isDrawn: true, requestsMax: 2 } as const;
const CLOCKS_OFF_MS = [SPANS_MS.hour, -SPANS_MS.hour, SPANS_MS.day, -SPANS_MS.day];
export const WRONG_CLOCKS: readonly WrongClock[] = CLOCKS_OFF_MS.flatMap((offMs) => [
  { process: 'process gateway 1', offMs, terms: ALL },
  { process: 'process worker 3', offMs, terms: ALL },
  { process: 'process relay 4', offMs, terms: { ...ALL, hasRelays: true } },
]);
