/** Sellers of the OpenAI chat completions API: requests and answers stay unchanged. */
import { chatUrl, modelsUrl } from '../../domain/endpoint-url';
import { bodyForSeller, bodyWithoutAdditions } from '../../domain/seller-body';
import { SellerEvents } from './events';
import type { SellerProtocol } from './protocol';

export const chatCompletions: SellerProtocol = {
  hasPath: () => true,
  requestUrl: chatUrl,
  healthUrl: modelsUrl,
  headers: {},
  requestBody: bodyForSeller,
  bareBody: bodyWithoutAdditions,
  completionOf: (answer) => answer,
  chunkReader: () => new SellerEvents(),
};
