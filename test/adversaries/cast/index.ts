/** Every adversary, in the order of the table. */
import type { Adversary } from '../adversary';
import { abandonedPrompts } from './abandoned-prompts';
import { almostEnoughAsks } from './almost-enough-asks';
import { arrayBodies } from './array-bodies';
import { bookReads } from './book-reads';
import { cancelAndReplace } from './cancel-and-replace';
import { changingAnswers } from './changing-answers';
import { compressedBombs } from './compressed-bombs';
import { credentialGuesses } from './credential-guesses';
import { deadZone } from './dead-zone';
import { decisionsFlood } from './decisions-flood';
import { endlessStreams } from './endless-streams';
import { endpointProofs } from './endpoint-proofs';
import { endpointSpellings } from './endpoint-spellings';
import { failingSellers } from './failing-sellers';
import { fullConnections } from './full-connections';
import { headerBombs } from './header-bombs';
import { hostileAnswers } from './hostile-answers';
import { ideographs } from './ideographs';
import { idleConnections } from './idle-connections';
import { keyRotations } from './key-rotations';
import { largeAnswers } from './large-answers';
import { largePrompts } from './large-prompts';
import { lateSellers } from './late-sellers';
import { leavingBuyers } from './leaving-buyers';
import { listPricePrints } from './list-price-prints';
import { manyChoices } from './many-choices';
import { marketDataExtremes } from './market-data-extremes';
import { massRegistration } from './mass-registration';
import { modelSpelling } from './model-spelling';
import { newBooks } from './new-books';
import { orderSearches } from './order-searches';
import { pennilessBids } from './penniless-bids';
import { provokedFailures } from './provoked-failures';
import { provokedTimeOuts } from './provoked-time-outs';
import { refusedChats } from './refused-chats';
import { repeatedKeys } from './repeated-keys';
import { replayedRequests } from './replayed-requests';
import { restingBids } from './resting-bids';
import { selfTrades } from './self-trades';
import { shortLivedAsks } from './short-lived-asks';
import { slowBodies } from './slow-bodies';
import { slowReaders } from './slow-readers';
import { smallAsks } from './small-asks';
import { socketFlood } from './socket-flood';
import { takenNames } from './taken-names';
import { throttledDraws } from './throttled-draws';
import { ticketHoard } from './ticket-hoard';
import { tokenBids } from './token-bids';
import { toolBombs } from './tool-bombs';
import { tradeRings } from './trade-rings';
import { unaskedWebhooks } from './unasked-webhooks';

export const ADVERSARIES: readonly Adversary[] = [
  modelSpelling,
  provokedFailures,
  provokedTimeOuts,
  throttledDraws,
  fullConnections,
  pennilessBids,
  smallAsks,
  almostEnoughAsks,
  ideographs,
  arrayBodies,
  largePrompts,
  endlessStreams,
  largeAnswers,
  bookReads,
  orderSearches,
  decisionsFlood,
  refusedChats,
  massRegistration,
  slowBodies,
  slowReaders,
  socketFlood,
  cancelAndReplace,
  repeatedKeys,
  restingBids,
  lateSellers,
  deadZone,
  failingSellers,
  newBooks,
  changingAnswers,
  hostileAnswers,
  headerBombs,
  compressedBombs,
  toolBombs,
  manyChoices,
  tradeRings,
  selfTrades,
  ticketHoard,
  shortLivedAsks,
  leavingBuyers,
  credentialGuesses,
  idleConnections,
  marketDataExtremes,
  keyRotations,
  endpointSpellings,
  replayedRequests,
  endpointProofs,
  takenNames,
  unaskedWebhooks,
  abandonedPrompts,
  listPricePrints,
  tokenBids,
];
